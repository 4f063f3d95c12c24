import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { People } from '../../../../test/admin/people.js';
import { runHere } from '../../../../test/cli/run-here.js';
import { type TestGateway, channelTo, startTestGateway } from '../../../../test/harness/index.js';

const UNKNOWN_ID = '6a4b1f5e-8f5d-4f0e-9d55-6c1f2f1f0a11';
const OPENAI = ['--provider', 'openai', '--models', 'm'];

describe('what commands refuse', () => {
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
    [['user', 'create', 'nobody'], 2, '"email" must be an e-mail address.\n'],
    [['user', 'create', 'a@example.com', '--role', 'owner'], 2, 'Allowed choices are admin, member.'],
    [['user', 'create', 'a@example.com', '--password-stdin'], 2, 'nothing came on stdin'],
    [
      ['user', 'create', 'a@example.com', '--password-stdin'],
      2,
      '"password" must be a text of 12',
      'short\n',
    ],
    [['user', 'reset-password', 'ann'], 66, 'There is no user "ann".\n'],
    [['user', 'enable', UNKNOWN_ID], 66, `There is no user "${UNKNOWN_ID}".\n`],
    [['token', 'create', 'x', '--rpm', '0.5'], 2, '"rpm" must be a whole number from 1'],
    [['token', 'create', 'x', '--rpm', 'many'], 2, 'It takes a number'],
    [['token', 'create', 'x', '--budget-period', 'daily'], 2, 'when --budget-usd resets: give both.\n'],
    [['token', 'create', 'x', '--expires-at', 'soon'], 2, '"expires_at" must be a date and time'],
    [['token', 'create', 'test'], 1, 'There is a token with this name already.\n'],
    [['token', 'list', '--status', 'gone'], 2, 'Allowed choices are active, expired, revoked.'],
    [['token', 'revoke', 'Test'], 66, 'There is no token "Test".\n'],
    [['token', 'revoke', 'tes'], 66, 'There is no token "tes".\n'],
    [['token', 'rotate', 'test'], 1, 'comes from the config file'],
    [['channel', 'add', 'x', '--provider', 'nobody', '--models', 'm'], 2, '"provider": '],
    [['channel', 'add', 'x', '--models', 'm'], 2, '"provider": is missing'],
    [['channel', 'add', 'x', ...OPENAI, '--api-key-env', 'NO_KEY'], 2, 'the variable NO_KEY is not set.\n'],
    [['channel', 'add', 'x', ...OPENAI, '--api-key-env', 'A', '--api-key-stdin'], 2, 'exclude each other'],
    [['channel', 'add', 'x', ...OPENAI, '--api-key', 'sk-1'], 2, "unknown option '--api-key'"],
    [['channel', 'list', '--provider', 'nobody'], 2, '"provider" must be one of openai'],
    [['channel', 'test', 'main', '--model', 'z'], 2, '"model": the channel "main" does not list "z".\n'],
    [['channel', 'update', 'main', '--weight', '2'], 1, 'The channel "main" comes from the config file'],
    [['channel', 'enable', 'mai'], 66, 'There is no channel "mai".\n'],
    [['model', 'list', '--capability', 'dancing'], 2, '"capability" must be one of '],
    [['task', 'list', '--status', 'done'], 2, 'Allowed choices are queued, in_progress, completed'],
    [['task', 'list', '--from', 'yesterday'], 2, '--from: "yesterday" is neither a date'],
    [['task', 'list', '--token', 'nobody'], 66, 'There is no token "nobody".\n'],
    [['task', 'show', 'video_none'], 66, 'There is no task "video_none".\n'],
    [['task', 'cancel', '../tokens'], 66, 'There is no task "../tokens".\n'],
    [['task', 'retry', 'video_none'], 66, 'There is no task "video_none".\n'],
    [['usage', 'report', '--by', 'colour'], 2, '"group_by" must be a list of token, owner, model'],
    [['usage', 'report', '--from', 'now'], 2, '--from: "now" is neither a date'],
    [['usage', 'report', '--from', '1d', '--to', '2d'], 2, '"from" must be before "to".\n'],
    [['usage', 'report', '--csv', '--json'], 2, '--csv and --json exclude each other.'],
    [['webhook', 'replay', '--since', 'yesterday'], 2, '--since: "yesterday" is neither a date'],
    [['webhook', 'replay', '--id', 'msg_none'], 66, 'There is no webhook "msg_none".\n'],
    [['webhook', 'replay', '--token', 'nobody'], 66, 'There is no token "nobody".\n'],
  ])('%j: %i, %j', async (args, exitCode, message, ...[input]) => {
    const place = { MODELGATE_SERVER: gateway.origin, MODELGATE_ADMIN_TOKEN: adminToken };
    const ended = await runHere(args, place, input);
    expect(ended.stderr).toContain(message);
    expect([ended.exitCode, ended.stdout]).toEqual([exitCode, '']);
  });
});
