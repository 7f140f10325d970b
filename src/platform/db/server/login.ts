import { createHmac } from 'node:crypto'
import pg from 'pg'

/** The role that the service logs in as where the database is its own. */
export const SERVICE_ROLE = 'assay_service'

/** A connection string takes its password, where it has one, from the owner's. */
interface Login {
  connectionString: string
  password: string | null
}

/**
 * The owner's connection string as the service's: another user, and where the owner has a password,
 * one that follows from it and does not lead back.
 */
export function toServiceLogin(ownerConnectionString: string): Login {
  // postgresql://postgres:password@127.0.0.1:5432/assay, postgresql://postgres@/assay?host=…
  const [, scheme, owner = '', rest] = /^(postgres(?:ql)?:\/\/)([^@/]*)@(.*)$/.exec(
    ownerConnectionString,
  )!
  const [, ownerPassword] = owner.split(':')
  const password = ownerPassword
    ? createHmac('sha256', ownerPassword).update(SERVICE_ROLE).digest('hex')
    : null
  const user = password === null ? SERVICE_ROLE : `${SERVICE_ROLE}:${password}`
  return { connectionString: `${scheme}${user}@${rest}`, password }
}

/**
 * Makes the service's role, or brings one of before to what it must be: it owns nothing, inherits
 * nothing, and may take the application's role alone. As the owner, after the migrations, which
 * make that role.
 */
export async function ensureServiceRole(ownerConnectionString: string): Promise<void> {
  const { password } = toServiceLogin(ownerConnectionString)
  const client = new pg.Client({ connectionString: ownerConnectionString })
  await client.connect()
  try {
    await client.query(statements(password === null ? 'null' : pg.escapeLiteral(password)))
  } finally {
    await client.end()
  }
}

/** Two processes of one copy may start at once: the second waits, and finds everything there. */
function statements(password: string): string {
  return `begin;
    select pg_advisory_xact_lock(7228390453);
    do $$ begin
      create role ${SERVICE_ROLE};
    exception when duplicate_object then null;
    end $$;
    alter role ${SERVICE_ROLE} login nosuperuser noinherit nocreatedb nocreaterole noreplication
      nobypassrls password ${password};
    do $$ declare held name; begin
      for held in select g.rolname from pg_auth_members m join pg_roles g on g.oid = m.roleid
        where m.member = '${SERVICE_ROLE}'::regrole and g.rolname <> 'assay_app'
      loop
        execute format('revoke %I from ${SERVICE_ROLE}', held);
      end loop;
    end $$;
    grant assay_app to ${SERVICE_ROLE} with admin false, inherit false, set true;
    commit`
}
