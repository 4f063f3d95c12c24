import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EmbeddedPostgres } from './index.js';
import { query, TestHarness } from './test-harness.js';

const run = promisify(execFile);
const PREPARE = fileURLToPath(new URL('../../../deploy/prepare-database.mjs', import.meta.url));

/** One object of each kind, created by an earlier version as superuser. */
const FORMER_WORK = `
  CREATE SCHEMA queue;
  CREATE TYPE public.mood AS ENUM ('good', 'bad');
  CREATE DOMAIN public.positive AS integer CHECK (VALUE > 0);
  CREATE TYPE public.pair AS (a integer, b integer);
  CREATE TABLE public.former (id serial PRIMARY KEY, other integer GENERATED ALWAYS AS IDENTITY, mood public.mood);
  CREATE TABLE queue."Odd ""name""" (id integer);
  CREATE SEQUENCE queue.alone;
  CREATE VIEW public.seen AS SELECT id FROM public.former;
  CREATE FUNCTION public.announce(a integer, b text) RETURNS integer LANGUAGE sql AS 'SELECT a';
  CREATE PROCEDURE queue.tidy() LANGUAGE sql AS 'SELECT 1';
  INSERT INTO public.former (mood) VALUES ('good');`;

const OWNERS = `
  SELECT DISTINCT pg_get_userbyid(owner) AS owner FROM (
    SELECT relowner FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'queue'::regnamespace)
    UNION SELECT proowner FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'queue'::regnamespace)
    UNION SELECT typowner FROM pg_type WHERE typnamespace IN ('public'::regnamespace, 'queue'::regnamespace)
    UNION SELECT nspowner FROM pg_namespace WHERE nspname = 'queue'
    UNION SELECT datdba FROM pg_database WHERE datname = current_database()) AS owners (owner)`;

describe('the role of the gateway', () => {
  const harness = new TestHarness();
  let server: EmbeddedPostgres;

  beforeAll(async () => {
    const dataDir = harness.newDataFolder();
    const first = await harness.start(dataDir);
    await query(first.administratorUrl, FORMER_WORK);
    // Like the folder of an earlier version: the application role does not exist and owns nothing.
    await query(
      first.administratorUrl,
      'ALTER DATABASE modelgate OWNER TO modelgate; DROP ROLE modelgate_app',
    );
    await first.stop();
    server = await harness.start(dataDir);
  });

  afterAll(() => harness.cleanUp());

  it('has no permissions outside its own database', async () => {
    const [role] = await query(
      server.url,
      `SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
       FROM pg_roles WHERE rolname = current_user`,
    );
    expect(role).toEqual({
      rolname: 'modelgate_app',
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    });
  });

  it.each([
    `COPY (SELECT 1) TO PROGRAM 'cat'`,
    `SELECT pg_read_file('postgresql.conf')`,
    'SELECT rolpassword FROM pg_authid',
    'CREATE ROLE another SUPERUSER',
    'ALTER ROLE modelgate_app SUPERUSER',
    'CREATE DATABASE another',
    'SET session_replication_role = replica',
    'ALTER SYSTEM SET max_connections = 1',
  ])('may not %s', async (statement) => {
    await expect(query(server.url, statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('owns everything that an earlier version created as superuser', async () => {
    expect(await query(server.url, OWNERS)).toEqual([{ owner: 'modelgate_app' }]);
  });

  it('is prepared in the same way for containers by a script that reads passwords from files', async () => {
    const folder = harness.newFolder(0o700);
    const { password, host } = new URL(server.administratorUrl);
    writeFileSync(join(folder, 'password'), password);
    writeFileSync(join(folder, 'app-password'), 'another');
    const { stdout } = await run(process.execPath, [
      PREPARE,
      `postgres://modelgate@${host}/modelgate`,
      folder,
    ]);
    expect(stdout).toBe('The role of the gateway is ready.\n');
    const url = new URL(server.url);
    url.password = 'another';
    expect(await query(url.href, OWNERS)).toEqual([{ owner: 'modelgate_app' }]);
    await expect(query(server.url, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    writeFileSync(join(folder, 'app-password'), new URL(server.url).password);
    await run(process.execPath, [PREPARE, `postgres://modelgate@${host}/modelgate`, folder]);
  });

  it('can change, remove and add objects of an earlier version', async () => {
    await query(
      server.url,
      `ALTER TABLE public.former ADD COLUMN later integer;
       ALTER TYPE public.mood ADD VALUE 'fair';
       INSERT INTO public.former (mood) VALUES ('bad');
       CREATE SCHEMA bull; CREATE TABLE bull.jobs (id integer); CREATE TABLE public.later (id integer);
       DROP SCHEMA queue CASCADE; LISTEN changes; NOTIFY changes`,
    );
    expect(await query(server.url, 'SELECT count(*)::integer AS count FROM seen')).toEqual([{ count: 2 }]);
  });
});
