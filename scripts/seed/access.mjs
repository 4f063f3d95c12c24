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
import { OWNERS, TOKENS, USERS } from './cast.mjs';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Whether somebody has sown here before. */
export async function isSown(dataSource) {
  return (await new TokenRepository(dataSource).findByName(TOKENS[0].name)) !== null;
}

/** All with one password, which is the answer. */
export async function sowUsers(dataSource, now) {
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

/** Tokens with their ids. Nobody has their keys: requests are made up, and make your own token to send one. */
export async function sowTokens(dataSource, chance, now) {
  await sowOwners(dataSource);
  const tokens = new TokenRepository(dataSource);
  const sown = [];
  for (const [index, token] of TOKENS.entries()) {
    const id = chance.uuid();
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
    sown.push({ ...token, id });
  }
  return sown;
}

async function sowOwners(dataSource) {
  const owners = new OwnerRepository(dataSource);
  const known = new Set((await owners.findAll()).map(({ id }) => id));
  for (const { id, ...limits } of OWNERS) {
    if (known.has(id)) continue;
    const row = { id, ...limitColumns(limits), enabled: true, origin: 'console' };
    await owners.save(authorize('owner', undefined, row));
  }
}

/** As the operator, who may make every change. */
function authorize(kind, before, after) {
  return authorizeChange(OPERATOR, { kind, before, after });
}
