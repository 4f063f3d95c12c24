import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { People } from '../../../../test/admin/people.js';
import { runHere } from '../../../../test/cli/run-here.js';
import { type CommandResult, runModelgate } from '../../../../test/cli/run-modelgate.js';
import { type ApiHarness, startApiHarness } from '../../../../test/e2e/video/api-harness.js';

describe('modelgate with a gateway on another machine', () => {
  let harness: ApiHarness;
  let people: People;
  let adminToken: string;

  beforeAll(async () => {
    harness = await startApiHarness();
    people = await People.of(harness.gateway);
    adminToken = await createAdminToken('*');
  });

  afterAll(async () => {
    await people.leave();
    await harness.stop();
  });

  async function createAdminToken(scope: '*' | 'tokens:read'): Promise<string> {
    const { authorization = '' } = await people.script([scope]);
    return authorization.replace('Bearer ', '');
  }

  const getEnvironment = (): Record<string, string> => ({
    MODELGATE_SERVER: harness.gateway.origin,
    MODELGATE_ADMIN_TOKEN: adminToken,
  });

  const run = (args: readonly string[], input?: string): Promise<CommandResult> =>
    runHere(args, getEnvironment(), input);

  async function runJson(args: readonly string[], input?: string): Promise<Record<string, unknown>> {
    const { exitCode, stdout, stderr } = await run([...args, '--json'], input);
    expect([exitCode, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  it('manages users', async () => {
    const user = await runJson(['user', 'create', 'ann@example.com']);
    expect(user).toMatchObject({ role: 'member', password: expect.any(String) });
    expect(await runJson(['user', 'list', '--search', 'ann'])).toMatchObject({ data: [{ id: user['id'] }] });
    expect(await runJson(['user', 'disable', 'ann@example.com'])).toMatchObject({ disabled: true });
    expect(await runJson(['user', 'enable', String(user['id'])])).toMatchObject({ disabled: false });
    const reset = await runJson(['user', 'reset-password', 'ann@example.com']);
    expect(reset['password']).not.toBe(user['password']);
  });

  it('manages tokens', async () => {
    const token = await runJson(['token', 'create', 'ci', '--rpm', '60']);
    expect(token).toMatchObject({ rpm: 60, key: expect.stringMatching(/^sk-mg-/) });
    expect(await runJson(['token', 'revoke', String(token['id'])])).toMatchObject({ status: 'revoked' });
    expect(await runJson(['token', 'list', '--search', 'ci'])).toMatchObject({
      data: [{ status: 'revoked' }],
    });
  });

  it('manages channels and models', async () => {
    const provider = ['--provider', 'openai-compatible', '--base-url', 'http://127.0.0.1:9/v1'];
    const addArgs = ['channel', 'add', 'away', ...provider, '--models', 'm', '--api-key-stdin'];
    expect(await runJson(addArgs, 'sk-away\n')).toMatchObject({
      name: 'away',
      api_keys: [{ status: 'healthy' }],
    });
    const { exitCode, stdout } = await run(['channel', 'test', 'away']);
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^away does not work/)]);
    expect(await runJson(['channel', 'disable', 'away'])).toMatchObject({ enabled: false });
    expect(await runJson(['channel', 'enable', 'away'])).toMatchObject({ enabled: true });
    expect(await runJson(['channel', 'list'])).toMatchObject({ data: [{ name: 'away' }] });
    expect(await runJson(['model', 'list', '--search', 'sandbox-video'])).toMatchObject({
      data: [{ id: 'sandbox-video', served: true }],
    });
  });

  it('manages tasks and reports usage', async () => {
    const id = await harness.create();
    expect(await runJson(['task', 'list', '--token', 'test'])).toMatchObject({ data: [{ id }] });
    expect(await runJson(['task', 'cancel', id])).toMatchObject({ status: 'cancelled' });
    expect(await runJson(['task', 'retry', id])).toMatchObject({ retry_of: id });
    expect(await runJson(['task', 'show', id])).toMatchObject({ retried_as: [expect.any(String)] });
    const secondRetry = await run(['task', 'retry', id]);
    expect([secondRetry.exitCode, secondRetry.stderr]).toEqual([
      1,
      'A retry of this task is already in progress.\n',
    ]);
    expect(await runJson(['usage', 'report', '--by', 'token'])).toMatchObject({
      group_by: ['token'],
      data: [],
    });
  });

  it('prints the CSV of the server unchanged', async () => {
    const { stdout } = await run(['usage', 'report', '--by', 'owner', '--csv']);
    expect(stdout).toMatch(/^starts_at,owner,requests,errors,/);
    expect(stdout.split('\r\n').at(-1)).toBe('');
    expect(stdout.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('prints text or JSON', async () => {
    const text = await run(['token', 'list', '--search', 'test']);
    expect([text.exitCode, text.stdout]).toEqual([0, expect.stringMatching(/^test +active /m)]);
    expect(await runJson(['token', 'list', '--search', 'test'])).toMatchObject({ data: [{ name: 'test' }] });
  });

  it('exits with 77 for an invalid admin token', async () => {
    const environment = { cwd: tmpdir(), ...getEnvironment(), MODELGATE_ADMIN_TOKEN: 'mgat_wrong' };
    const { exitCode, stderr } = await runModelgate(['token', 'list', '--json'], environment);
    expect(JSON.parse(stderr)).toMatchObject({ error: { exit_code: 77 } });
    expect(exitCode).toBe(77);
  });

  it.each([
    [['user', 'list', '--search', 'zoe'], 'There are no such users.\n'],
    [['token', 'list', '--search', 'zoe'], 'There are no such tokens.\n'],
    [['channel', 'list', '--search', 'zoe'], 'There are no such channels.\n'],
    [['model', 'list', '--search', 'zoe'], 'There are no such models.\n'],
    [['task', 'list', '--model', 'zoe'], 'There are no such tasks.\n'],
    [['webhook', 'replay', '--dead'], 'No matching webhooks found. Nothing was queued.\n'],
    [
      ['usage', 'report', '--from', '2020-01-01', '--to', '2020-02-01'],
      'No usage from 2020-01-01 00:00Z to 2020-02-01 00:00Z.\n',
    ],
  ])('%j: %j', async (args, stdout) => {
    expect(await run(args)).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  it('reports a missing permission, and the audit log has the admin token as the actor', async () => {
    adminToken = 'mgat_wrong';
    const unknown = await run(['token', 'list']);
    expect([unknown.exitCode, unknown.stdout]).toEqual([77, '']);
    adminToken = await createAdminToken('tokens:read');
    expect((await run(['token', 'list'])).exitCode).toBe(0);
    const forbidden = await run(['token', 'create', 'more']);
    expect([forbidden.exitCode, forbidden.stderr]).toEqual([77, expect.stringContaining('tokens:write')]);
    const actors = await harness.gateway.database.query(
      `SELECT DISTINCT actor->>'kind' AS kind FROM audit_entries WHERE action <> 'config.apply'`,
    );
    expect(actors).toEqual([{ kind: 'admin-token' }]);
  });
});
