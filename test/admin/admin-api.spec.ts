import { afterAll, beforeAll, describe } from '@jest/globals';
import { type AdminStage, openAdminStage } from './admin-stage.js';
import { describeAdminTokens } from './cases/admin-tokens.js';
import { describeAuditLog } from './cases/audit.js';
import { describeChannelOrder } from './cases/channel-order.js';
import { describeForeignPages } from './cases/foreign-pages.js';
import { describeGuessing } from './cases/guessing.js';
import { describeIdentities } from './cases/identities.js';
import { describeInProcess } from './cases/in-process.js';
import { describeOddInput } from './cases/odd-input.js';
import { describePlaygroundTokens } from './cases/playground-tokens.js';
import { describeOwners } from './cases/owners.js';
import { describeProviders } from './cases/providers.js';
import { describeSearch } from './cases/search.js';
import { describeSessions } from './cases/session.js';
import { describeTokenOwners } from './cases/token-owners.js';
import { describeTokenOrder } from './cases/token-order.js';
import { describeTokens } from './cases/tokens.js';
import { describeUsers } from './cases/users.js';

const SUBJECTS: readonly [subject: string, prove: (getStage: () => AdminStage) => void][] = [
  // First, while the audit log has no other entries.
  ['the audit log of the admin API', describeAuditLog],
  ['the admin API inside a process', describeInProcess],
  ['a session', describeSessions],
  ['guessing passwords', describeGuessing],
  ['users of the admin API', describeUsers],
  ['admin tokens', describeAdminTokens],
  ['API tokens', describeTokens],
  ['API tokens in order', describeTokenOrder],
  ['API tokens and their owners', describeTokenOwners],
  ['the token of the playground', describePlaygroundTokens],
  ['the search of the admin API', describeSearch],
  ['owners', describeOwners],
  ['the providers', describeProviders],
  ['channels with a cloud identity', describeIdentities],
  ['the order of channels', describeChannelOrder],
  ['a page of another site', describeForeignPages],
  ['unusual input to the admin API', describeOddInput],
];

let stage: AdminStage;

beforeAll(async () => {
  stage = await openAdminStage();
});

afterAll(async () => {
  await stage.people.leave();
  await stage.gateway.stop();
});

describe.each(SUBJECTS)('%s', (_subject, prove) => {
  prove(() => stage);
});
