import { GENESIS } from '../../dist/libs/audit/src/audit-head.js';
import {
  INSERT_ENTRY,
  chainEntry,
  formatExactTime,
  getParameters,
} from '../../dist/libs/audit/src/audit-rows.js';
import { ADVISORY_LOCKS } from '../../dist/libs/database/src/advisory-locks.js';
import { Random } from './random.mjs';
import { CHANNELS, TOKENS, USERS } from './sample-data.mjs';

const DAY_MS = 24 * 3_600_000;
const LATER_CHANGES = 90;

/**
 * Stores audit entries for the creation and later changes. The audit log uses the current time, so the entries are
 * chained here.
 */
export async function seedAudit({ dataSource, tokens, channels, now }) {
  const users = await dataSource.query('SELECT id, email, role FROM users');
  const entries = madeEntries(users, tokens, channels, now);
  await dataSource.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.auditLog]);
    let { head, at: last } = await readEnd(manager);
    for (const { at, ...entry } of entries) {
      const moment = at.toISOString().replace('Z', '000Z');
      // No entry is older than the previous one.
      last = moment > last ? moment : last;
      const chained = chainEntry(entry, head, last);
      await manager.query(INSERT_ENTRY, getParameters(chained));
      head = { seq: chained.seq, hash: chained.hash };
    }
  });
}

async function readEnd(manager) {
  const [end] = await manager.query(
    `SELECT seq::float8, encode(hash, 'hex') AS hash, ${formatExactTime('at')} AS at
     FROM audit_entries ORDER BY audit_entries.seq DESC LIMIT 1`,
  );
  return end === undefined ? { head: GENESIS, at: '' } : { head: end, at: end.at };
}

function madeEntries(users, tokens, channels, now) {
  const random = new Random(3);
  const admins = users.filter(({ email }) =>
    USERS.some((user) => user.email === email && user.role === 'admin'),
  );
  const stamp = (daysAgo) => {
    const { id, email } = random.pick(admins);
    return {
      at: new Date(now.getTime() - daysAgo * DAY_MS),
      actor: { kind: 'user', id, name: email },
      address: `10.20.1.${random.whole(2, 40)}`,
      requestId: `req_${random.hex(32)}`,
    };
  };
  const completed = [
    ...users.map(({ id, email, role }, index) => ({
      ...stamp(31.9 - index / 50),
      action: 'user.create',
      subject: { type: 'user', id, name: email },
      changes: { email: { from: null, to: email }, role: { from: null, to: role } },
    })),
    ...CHANNELS.map(({ name, provider }, index) => ({
      ...stamp(31.5 - index / 50),
      action: 'channel.create',
      subject: { type: 'channel', id: channels.get(name).id, name },
      changes: {
        name: { from: null, to: name },
        provider: { from: null, to: provider },
        api_keys: 'changed',
      },
    })),
    ...tokens.map(({ id, name, owner }, index) => ({
      ...stamp(31 - index / 4),
      action: 'token.create',
      subject: { type: 'token', id, name },
      changes: { name: { from: null, to: name }, owner: { from: null, to: owner }, key: 'changed' },
    })),
  ];
  const later = Array.from({ length: LATER_CHANGES }, () => laterChange(random, stamp, tokens, channels));
  const revoked = tokens.filter(({ revokedDaysAgo }) => revokedDaysAgo !== undefined);
  const ends = revoked.map(({ id, name, revokedDaysAgo }) => ({
    ...stamp(revokedDaysAgo),
    action: 'token.revoke',
    subject: { type: 'token', id, name },
    changes: { enabled: { from: true, to: false } },
  }));
  return [...completed, ...later, ...ends].toSorted((left, right) => left.at - right.at);
}

function laterChange(random, stamp, tokens, channels) {
  const when = stamp(27 * random.share());
  if (random.happens(0.5)) {
    const { id, name } = random.pick(tokens.slice(0, TOKENS.length - 2));
    const rpm = random.whole(1, 20) * 30;
    return {
      ...when,
      action: 'token.change',
      subject: { type: 'token', id, name },
      changes: { rpm: { from: rpm, to: rpm * 2 } },
    };
  }
  const { id, name } = channels.get(random.pick(CHANNELS).name);
  const changes = random.happens(0.3)
    ? { api_keys: 'changed' }
    : { weight: { from: 1, to: random.whole(2, 5) } };
  return { ...when, action: 'channel.change', subject: { type: 'channel', id, name }, changes };
}
