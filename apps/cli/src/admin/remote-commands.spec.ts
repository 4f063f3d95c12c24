import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { People } from '../../../../test/admin/people.js';
import { runHere } from '../../../../test/cli/run-here.js';
import { type Ended, runModelgate } from '../../../../test/cli/run-modelgate.js';
import { type ApiHarness, startApiHarness } from '../../../../test/e2e/video/api-harness.js';

describe('modelgate, asking a gateway on another machine', () => {
  let harness: ApiHarness;
  let people: People;
  let adminToken: string;

  beforeAll(async () => {
    harness = await startApiHarness();
    people = await People.of(harness.gateway);
    adminToken = await tokenWith('*');
  });

  afterAll(async () => {
    await people.leave();
    await harness.stop();
  });

  async function tokenWith(scope: '*' | 'tokens:read'): Promise<string> {
    const { authorization = '' } = await people.script([scope]);
    return authorization.replace('Bearer ', '');
  }

  const place = (): Record<string, string> => ({
    MODELGATE_SERVER: harness.gateway.origin,
    MODELGATE_ADMIN_TOKEN: adminToken,
  });

  const run = (args: readonly string[], input?: string): Promise<Ended> => runHere(args, place(), input);

  async function json(args: readonly string[], input?: string): Promise<Record<string, unknown>> {
    const { exitCode, stdout, stderr } = await run([...args, '--json'], input);
    expect([exitCode, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  it('looks after users', async () => {
    const user = await json(['user', 'create', 'ann@example.com']);
    expect(user).toMatchObject({ role: 'member', password: expect.any(String) });
    expect(await json(['user', 'list', '--search', 'ann'])).toMatchObject({ data: [{ id: user['id'] }] });
    expect(await json(['user', 'disable', 'ann@example.com'])).toMatchObject({ disabled: true });
    expect(await json(['user', 'enable', String(user['id'])])).toMatchObject({ disabled: false });
    const reset = await json(['user', 'reset-password', 'ann@example.com']);
    expect(reset['password']).not.toBe(user['password']);
  });

  it('looks after tokens', async () => {
    const token = await json(['token', 'create', 'ci', '--rpm', '60']);
    expect(token).toMatchObject({ rpm: 60, key: expect.stringMatching(/^sk-mg-/) });
    expect(await json(['token', 'revoke', String(token['id'])])).toMatchObject({ status: 'revoked' });
    expect(await json(['token', 'list', '--search', 'ci'])).toMatchObject({
      data: [{ status: 'revoked' }],
    });
  });

  it('looks after channels and models', async () => {
    const place = ['--provider', 'openai-compatible', '--base-url', 'http://127.0.0.1:9/v1'];
    const added = ['channel', 'add', 'away', ...place, '--models', 'm', '--api-key-stdin'];
    expect(await json(added, 'sk-away\n')).toMatchObject({
      name: 'away',
      api_keys: [{ status: 'healthy' }],
    });
    const { exitCode, stdout } = await run(['channel', 'test', 'away']);
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^away does not work/)]);
    expect(await json(['channel', 'disable', 'away'])).toMatchObject({ enabled: false });
    expect(await json(['channel', 'enable', 'away'])).toMatchObject({ enabled: true });
    expect(await json(['channel', 'list'])).toMatchObject({ data: [{ name: 'away' }] });
    expect(await json(['model', 'list', '--search', 'sandbox-video'])).toMatchObject({
      data: [{ id: 'sandbox-video', served: true }],
    });
  });

  it('looks after tasks and usage', async () => {
    const id = await harness.create();
    expect(await json(['task', 'list', '--token', 'test'])).toMatchObject({ data: [{ id }] });
    expect(await json(['task', 'cancel', id])).toMatchObject({ status: 'cancelled' });
    expect(await json(['task', 'retry', id])).toMatchObject({ retry_of: id });
    expect(await json(['task', 'show', id])).toMatchObject({ retried_as: [expect.any(String)] });
    const again = await run(['task', 'retry', id]);
    expect([again.exitCode, again.stderr]).toEqual([
      1,
      'The order of this task is being repeated already.\n',
    ]);
    expect(await json(['usage', 'report', '--by', 'token'])).toMatchObject({
      group_by: ['token'],
      data: [],
    });
  });

  it('prints usage for spreadsheets, as it came', async () => {
    const { stdout } = await run(['usage', 'report', '--by', 'owner', '--csv']);
    expect(stdout).toMatch(/^starts_at,owner,requests,errors,/);
    expect(stdout.split('\r\n').at(-1)).toBe('');
    expect(stdout.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('answers in both forms', async () => {
    const human = await run(['token', 'list', '--search', 'test']);
    expect([human.exitCode, human.stdout]).toEqual([0, expect.stringMatching(/^test +active /m)]);
    expect(await json(['token', 'list', '--search', 'test'])).toMatchObject({ data: [{ name: 'test' }] });
  });

  it('ends as a process that was refused', async () => {
    const elsewhere = { cwd: tmpdir(), ...place(), MODELGATE_ADMIN_TOKEN: 'mgat_wrong' };
    const { exitCode, stderr } = await runModelgate(['token', 'list', '--json'], elsewhere);
    expect(JSON.parse(stderr)).toMatchObject({ error: { exit_code: 77 } });
    expect(exitCode).toBe(77);
  });

  it.each([
    [['user', 'list', '--search', 'zoe'], 'There are no such users.\n'],
    [['token', 'list', '--search', 'zoe'], 'There are no such tokens.\n'],
    [['channel', 'list', '--search', 'zoe'], 'There are no such channels.\n'],
    [['model', 'list', '--search', 'zoe'], 'There are no such models.\n'],
    [['task', 'list', '--model', 'zoe'], 'There are no such tasks.\n'],
    [['webhook', 'replay', '--dead'], 'No webhook fits; nothing was put back.\n'],
    [
      ['usage', 'report', '--from', '2020-01-01', '--to', '2020-02-01'],
      'Nothing was used from 2020-01-01 00:00Z to 2020-02-01 00:00Z.\n',
    ],
  ])('%j: %j', async (args, words) => {
    expect(await run(args)).toEqual({ exitCode: 0, stdout: words, stderr: '' });
  });

  it('is told who may not do what, and writes down who did', async () => {
    adminToken = 'mgat_wrong';
    const unknown = await run(['token', 'list']);
    expect([unknown.exitCode, unknown.stdout]).toEqual([77, '']);
    adminToken = await tokenWith('tokens:read');
    expect((await run(['token', 'list'])).exitCode).toBe(0);
    const forbidden = await run(['token', 'create', 'more']);
    expect([forbidden.exitCode, forbidden.stderr]).toEqual([77, expect.stringContaining('tokens:write')]);
    const actors = await harness.gateway.database.query(
      `SELECT DISTINCT actor->>'kind' AS kind FROM audit_entries WHERE action <> 'config.apply'`,
    );
    expect(actors).toEqual([{ kind: 'admin-token' }]);
  });
});
