/** Milliseconds of the processor that `work` takes, however busy the machine is. */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
