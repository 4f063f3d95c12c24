import { beforeAll, expect, it } from '@jest/globals';
import { type TestGateway } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { ask, getFault } from '../ask.js';
import { type People, type Person } from '../people.js';

type Route = Parameters<typeof ask>[1];

/** Texts that the database does not accept, or that have a special meaning in it. */
const ODD_TEXTS = ['a\u0000b', 'a\ud800b', "' OR 1=1 --", '%', '_', '\u202e', 'x'.repeat(5000), '{}', '-1'];

const LISTS = [
  'users',
  'admin-tokens',
  'tokens',
  'channels',
  'models',
  'tasks',
  'requests',
  'webhook-deliveries',
  'audit',
] as const;

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Cursors that were written by hand. */
const CURSORS = [
  ['-created_at', '9999-99-99 99:99:99+00', UNKNOWN_ID],
  ['-created_at', '2026-02-30 00:00:00+00', UNKNOWN_ID],
  ['-created_at', 'infinity', UNKNOWN_ID],
  ['-created_at', '2026-01-01 00:00:00+00', "' OR 1=1 --"],
  ['created_at', '2026-13-01 00:00:00+00', UNKNOWN_ID],
  ['name', 'a\u0000b', UNKNOWN_ID],
  ['email', 'a\u0000b', UNKNOWN_ID],
  ['id', '', 'a\u0000b'],
  ['-started_at', '999999999999999', UNKNOWN_ID],
  ['-started_at', '1', 'x'],
  [1, 2, 3],
  {},
].map((position) => Buffer.from(JSON.stringify(position)).toString('base64url'));

const TEXT_FILTERS: Readonly<Record<string, readonly string[]>> = {
  users: ['email'],
  tokens: ['owner', 'search', 'sort', 'status'],
  channels: ['model', 'search', 'sort', 'provider'],
  models: ['channel', 'search', 'sort', 'capability'],
  tasks: ['owner', 'model', 'token'],
  requests: ['id', 'owner', 'model', 'channel', 'outcome', 'operation', 'format', 'token'],
  'webhook-deliveries': ['type', 'state'],
  audit: ['actor', 'action', 'subject_type', 'subject_id'],
  usage: ['owner', 'model', 'channel', 'operation', 'group_by', 'interval'],
};

const BODIES: readonly [Route, (text: string) => object][] = [
  ['POST /api/session', (text) => ({ email: text, password: text })],
  ['POST /api/users', (text) => ({ email: text, role: 'member' })],
  ['POST /api/users', (text) => ({ email: `${text}@example.com`, role: 'member' })],
  ['POST /api/users', (text) => ({ email: 'odd@example.com', role: 'member', password: text })],
  ['POST /api/admin-tokens', (text) => ({ name: text, scopes: ['health:read'] })],
  ['POST /api/tokens', (text) => ({ name: text, owner: text, models: [text] })],
  ['POST /api/tokens', (text) => ({ name: 'odd', webhook: { url: `https://a.example/${text}` } })],
  ['POST /api/channels', (text) => ({ name: text, provider: 'sandbox', models: [text], enabled: false })],
  [
    'POST /api/channels',
    (text) => ({
      name: 'odd',
      provider: 'openai',
      base_url: `https://a.example/${text}`,
      models: [{ id: 'm', upstream: text }],
      headers: { 'x-odd': text },
      api_keys: [text],
      enabled: false,
    }),
  ],
  ['PUT /api/models/odd', (text) => ({ fallbacks: [text], realtime: { voice: text, speech_model: text } })],
  ['PUT /api/models/odd', (text) => ({ price: { per_image: { [text]: 1 } } })],
  ['PATCH /api/settings', (text) => ({ policies: { moderation: { model: text } } })],
];

export function describeOddInput(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    ({ gateway, people } = getStage());
    admin = await people.signedIn('admin');
  });

  const askAs = (route: Route, body?: object) => ask(gateway.origin, route, { headers: admin.headers, body });

  it.each(LISTS)('rejects a cursor that it has not returned: %s', async (noun) => {
    const sorts = ['tokens', 'channels'].includes(noun) ? ['name', 'created_at', '-created_at'] : [undefined];
    for (const cursor of [...CURSORS, 'before_999999999999999999', 'AAAA']) {
      for (const sort of sorts) {
        const query = `cursor=${cursor}${sort === undefined ? '' : `&sort=${sort}`}`;
        const answer = await askAs(`GET /api/${noun}?${query}`);
        const isRefused = answer.status === 400 && getFault(answer)[2] === 'cursor';
        expect([query, answer.status, isRefused || answer.status === 200]).toEqual([
          query,
          answer.status,
          true,
        ]);
      }
    }
  });

  it.each(Object.entries(TEXT_FILTERS))(
    'searches for unusual texts in %s without an error',
    async (noun, filters) => {
      for (const filter of filters) {
        for (const text of ODD_TEXTS) {
          // Surrogate halves cannot be in an address.
          const value = encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'));
          const { status } = await askAs(`GET /api/${noun}?${filter}=${value}`);
          expect([filter, text, [200, 400].includes(status)]).toEqual([filter, text, true]);
        }
      }
    },
  );

  it.each(BODIES)('%s accepts or rejects unusual texts (%#)', async (route, getBody) => {
    for (const text of ODD_TEXTS) {
      const { status } = await askAs(route, getBody(text));
      expect([text, status, status < 500]).toEqual([text, status, true]);
    }
  });

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '2026-02-30T00:00:00+14:00'])(
    'returns changes since %s',
    async (moment) => {
      for (const noun of ['tasks', 'requests', 'webhook-deliveries', 'audit', 'usage']) {
        for (const end of ['from', 'to']) {
          const { status } = await askAs(`GET /api/${noun}?${end}=${encodeURIComponent(moment)}`);
          expect([noun, end, [200, 400].includes(status)]).toEqual([noun, end, true]);
        }
      }
    },
  );
}
