import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { People } from '../../../../test/admin/people.js';
import { runHere } from '../../../../test/cli/run-here.js';
import { type TestGateway, channelTo, startTestGateway } from '../../../../test/harness/index.js';

const UNKNOWN_ID = '6a4b1f5e-8f5d-4f0e-9d55-6c1f2f1f0a11';
const OPENAI = ['--provider', 'openai', '--models', 'm'];

describe('invalid commands', () => {
  let gateway: TestGateway;
  let people: People;
  let adminToken: string;

  beforeAll(async () => {
    gateway = await startTestGateway({ channels: [channelTo({ url: 'http://127.0.0.1:9/v1' })] });
    people = await People.of(gateway);
    const { authorization = '' } = await people.script(['*']);
    adminToken = authorization.replace('Bearer ', '');
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  it.each<[string[], number, string, string?]>([
    [['user', 'create', 'nobody'], 2, '"email" must be an email address.\n'],
    [['user', 'create', 'a@example.com', '--role', 'owner'], 2, 'Allowed choices are admin, member.'],
    [['user', 'create', 'a@example.com', '--password-stdin'], 2, 'stdin is empty'],
    [
      ['user', 'create', 'a@example.com', '--password-stdin'],
      2,
      '"password" must be a string of 12',
      'short\n',
    ],
    [['user', 'reset-password', 'ann'], 66, 'No user named "ann" was found.\n'],
    [['user', 'enable', UNKNOWN_ID], 66, `No user named "${UNKNOWN_ID}" was found.\n`],
    [['token', 'create', 'x', '--rpm', '0.5'], 2, '"rpm" must be a whole number from 1'],
    [['token', 'create', 'x', '--rpm', 'many'], 2, 'It must be a number'],
    [['token', 'create', 'x', '--budget-period', 'daily'], 2, '--budget-period requires --budget-usd.\n'],
    [['token', 'create', 'x', '--expires-at', 'soon'], 2, '"expires_at" must be a date and time'],
    [['token', 'create', 'test'], 1, 'A token with this name already exists.\n'],
    [['token', 'list', '--status', 'gone'], 2, 'Allowed choices are active, expired, revoked.'],
    [['token', 'revoke', 'Test'], 66, 'No token named "Test" was found.\n'],
    [['token', 'revoke', 'tes'], 66, 'No token named "tes" was found.\n'],
    [['token', 'rotate', 'test'], 1, 'is defined in the config file'],
    [['channel', 'add', 'x', '--provider', 'nobody', '--models', 'm'], 2, '"provider": '],
    [['channel', 'add', 'x', '--models', 'm'], 2, '"provider": is missing'],
    [['channel', 'add', 'x', ...OPENAI, '--api-key-env', 'NO_KEY'], 2, 'the variable NO_KEY is not set.\n'],
    [['channel', 'add', 'x', ...OPENAI, '--api-key-env', 'A', '--api-key-stdin'], 2, 'cannot be combined'],
    [['channel', 'add', 'x', ...OPENAI, '--api-key', 'sk-1'], 2, "unknown option '--api-key'"],
    [['channel', 'list', '--provider', 'nobody'], 2, '"provider" must be one of openai'],
    [
      ['channel', 'test', 'main', '--model', 'z'],
      2,
      '"model": the channel "main" does not have the model "z".\n',
    ],
    [['channel', 'update', 'main', '--weight', '2'], 1, 'The channel "main" is defined in the config file'],
    [['channel', 'enable', 'mai'], 66, 'No channel named "mai" was found.\n'],
    [['model', 'list', '--capability', 'dancing'], 2, '"capability" must be one of '],
    [['task', 'list', '--status', 'done'], 2, 'Allowed choices are queued, in_progress, completed'],
    [['task', 'list', '--from', 'yesterday'], 2, '--from: "yesterday" is neither a date'],
    [['task', 'list', '--token', 'nobody'], 66, 'No token named "nobody" was found.\n'],
    [['task', 'show', 'video_none'], 66, 'No task with the id "video_none" was found.\n'],
    [['task', 'cancel', '../tokens'], 66, 'No task with the id "../tokens" was found.\n'],
    [['task', 'retry', 'video_none'], 66, 'No task with the id "video_none" was found.\n'],
    [['usage', 'report', '--by', 'colour'], 2, '"group_by" must be a list of token, owner, model'],
    [['usage', 'report', '--from', 'now'], 2, '--from: "now" is neither a date'],
    [['usage', 'report', '--from', '1d', '--to', '2d'], 2, '"from" must be before "to".\n'],
    [['usage', 'report', '--csv', '--json'], 2, '--csv and --json cannot be combined.'],
    [['webhook', 'replay', '--since', 'yesterday'], 2, '--since: "yesterday" is neither a date'],
    [['webhook', 'replay', '--id', 'msg_none'], 66, 'No webhook with the id "msg_none" was found.\n'],
    [['webhook', 'replay', '--token', 'nobody'], 66, 'No token named "nobody" was found.\n'],
  ])('%j: %i, %j', async (args, exitCode, message, ...[input]) => {
    const environment = { MODELGATE_SERVER: gateway.origin, MODELGATE_ADMIN_TOKEN: adminToken };
    const result = await runHere(args, environment, input);
    expect(result.stderr).toContain(message);
    expect([result.exitCode, result.stdout]).toEqual([exitCode, '']);
  });
});
