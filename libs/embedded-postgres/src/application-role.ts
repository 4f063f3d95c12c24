import { type Client } from 'pg';

/** The role that owns the application database and everything in it, without permissions elsewhere. */
export const APPLICATION_ROLE = 'modelgate_app';

/** Serializes processes that prepare the same server at the same time. */
const LOCK = 7_411_206_001;

/** A statement for each object in this database that the application role must own but does not own yet. */
const TRANSFERS = `
  WITH own_schema AS (
    SELECT oid, nspname, nspowner FROM pg_namespace
    WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
  ), extension_part AS (
    SELECT classid, objid FROM pg_depend WHERE deptype = 'e'
  ), role AS (
    SELECT oid FROM pg_roles WHERE rolname = '${APPLICATION_ROLE}'
  )
  SELECT 1 AS step, format('ALTER DATABASE %I OWNER TO ${APPLICATION_ROLE}', datname) AS statement
    FROM pg_database, role WHERE datname = current_database() AND datdba <> role.oid
  UNION ALL
  SELECT 2, format('ALTER SCHEMA %I OWNER TO ${APPLICATION_ROLE}', nspname)
    FROM own_schema, role WHERE nspname <> 'public' AND nspowner <> role.oid
  UNION ALL
  SELECT 3, format('ALTER TABLE %I.%I OWNER TO ${APPLICATION_ROLE}', nspname, relname)
    FROM pg_class, own_schema, role
    WHERE relnamespace = own_schema.oid AND relkind IN ('r', 'p', 'v', 'm', 'f') AND relowner <> role.oid
      AND ('pg_class'::regclass, pg_class.oid) NOT IN (SELECT classid, objid FROM extension_part)
  UNION ALL
  -- A sequence that belongs to a column goes with its table.
  SELECT 4, format('ALTER SEQUENCE %I.%I OWNER TO ${APPLICATION_ROLE}', nspname, relname)
    FROM pg_class, own_schema, role
    WHERE relnamespace = own_schema.oid AND relkind = 'S' AND relowner <> role.oid
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
        AND deptype IN ('a', 'i', 'e') AND refclassid <> 'pg_namespace'::regclass)
  UNION ALL
  SELECT 5, format('ALTER ROUTINE %s OWNER TO ${APPLICATION_ROLE}', pg_proc.oid::regprocedure)
    FROM pg_proc, own_schema, role
    WHERE pronamespace = own_schema.oid AND proowner <> role.oid
      AND ('pg_proc'::regclass, pg_proc.oid) NOT IN (SELECT classid, objid FROM extension_part)
  UNION ALL
  SELECT 6, format('ALTER %s %I.%I OWNER TO ${APPLICATION_ROLE}',
      CASE typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END, nspname, typname)
    FROM pg_type, own_schema, role
    WHERE typnamespace = own_schema.oid AND typowner <> role.oid
      AND (typtype IN ('e', 'd', 'r') OR EXISTS (SELECT FROM pg_class WHERE oid = typrelid AND relkind = 'c'))
      AND ('pg_type'::regclass, pg_type.oid) NOT IN (SELECT classid, objid FROM extension_part)
  ORDER BY step`;

/**
 * Ensures that the application role exists, has this password and no privileges outside its own database, and owns
 * everything in it, also if an earlier version used the database as superuser. The client must be connected to the
 * application database as a superuser.
 */
export async function prepareApplicationRole(client: Client, password: string): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [APPLICATION_ROLE]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${APPLICATION_ROLE} NOCREATEDB`);
  await client.query(
    `ALTER ROLE ${APPLICATION_ROLE} LOGIN NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS
     PASSWORD ${client.escapeLiteral(password)}`,
  );
  const { rows } = await client.query<{ statement: string }>(TRANSFERS);
  for (const { statement } of rows) await client.query(statement);
  await client.query('COMMIT');
}
