import type { Config } from '../../config.ts'
import { createDiskStore } from './disk.ts'
import type { Store, StoreSettings } from './store.ts'

/** The store of the settings: a bucket, or a folder. */
export async function openStore(
  { bucket, storageDir }: Pick<Config, 'bucket' | 'storageDir'>,
  settings: StoreSettings,
): Promise<Store> {
  if (bucket === null) return createDiskStore(storageDir, settings)
  // Loaded where there is a bucket only: no other start need pay for it.
  const { createBucketStore } = await import('./bucket-store.ts')
  return createBucketStore({ bucket, waitingDir: storageDir }, settings)
}
