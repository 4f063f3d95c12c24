import { randomUUID } from 'node:crypto';
import {
  BLANK_TOKEN,
  OwnerRepository,
  TokenRepository,
  UserRepository,
  generatePassword,
  hashPassword,
  limitColumns,
} from '../../dist/libs/access/src/index.js';
import { OPERATOR, authorizeChange } from '../../dist/libs/rights/src/index.js';
import { generateTokenKey, hashTokenKey, tokenKeyHint } from '../../dist/libs/secrets/src/index.js';
import { OWNERS, TOKENS, USERS } from './sample-data.mjs';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Whether the database already has the sample data. */
export async function hasSampleData(dataSource) {
  return (await new TokenRepository(dataSource).findByName(TOKENS[0].name)) !== null;
}

/** Creates the users with one password, which it returns. */
export async function seedUsers(dataSource, now) {
  const users = new UserRepository(dataSource);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  for (const [index, { email, role, signedInHoursAgo, isDisabled = false }] of USERS.entries()) {
    const id = randomUUID();
    await users.create(authorize('user', undefined, { id, email, role, passwordHash }));
    const signedInAt =
      signedInHoursAgo === undefined ? null : new Date(now.getTime() - signedInHoursAgo * HOUR_MS);
    await dataSource.query('UPDATE users SET created_at = $2, last_sign_in_at = $3 WHERE id = $1', [
      id,
      new Date(now.getTime() - (32 - index) * DAY_MS),
      signedInAt,
    ]);
    if (isDisabled)
      await users.update(id, { isDisabled }, now, (before, after) => authorize('user', before, after));
  }
  return password;
}

/** Creates the tokens and returns them with their ids. Their keys are discarded; create a token to send requests. */
export async function seedTokens(dataSource, random, now) {
  await seedOwners(dataSource);
  const tokens = new TokenRepository(dataSource);
  const stored = [];
  for (const [index, token] of TOKENS.entries()) {
    const id = random.uuid();
    const key = generateTokenKey();
    const { endsDaysAgo, revokedDaysAgo } = token;
    const row = {
      ...BLANK_TOKEN,
      id,
      name: token.name,
      keyHash: hashTokenKey(key),
      keyHint: tokenKeyHint(key),
      owner: token.owner,
      models: token.models ?? null,
      allowedIps: token.allowedIps ?? null,
      expiresAt: endsDaysAgo === undefined ? null : new Date(now.getTime() - endsDaysAgo * DAY_MS),
      enabled: endsDaysAgo === undefined && revokedDaysAgo === undefined,
      webhookUrl: token.webhookUrl ?? null,
      cacheTtlSeconds: token.cacheTtlSeconds ?? null,
      ...limitColumns(token),
      origin: 'console',
    };
    await tokens.create(authorize('token', undefined, row));
    await dataSource.query('UPDATE tokens SET created_at = $2 WHERE id = $1', [
      id,
      new Date(now.getTime() - (31 - index / 4) * DAY_MS),
    ]);
    stored.push({ ...token, id });
  }
  return stored;
}

async function seedOwners(dataSource) {
  const owners = new OwnerRepository(dataSource);
  const known = new Set((await owners.findAll()).map(({ id }) => id));
  for (const { id, ...limits } of OWNERS) {
    if (known.has(id)) continue;
    const row = { id, ...limitColumns(limits), enabled: true, origin: 'console' };
    await owners.save(authorize('owner', undefined, row));
  }
}

/** Authorizes the change for the operator, who may make every change. */
function authorize(kind, before, after) {
  return authorizeChange(OPERATOR, { kind, before, after });
}
