import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  BLANK_TOKEN,
  TokenRepository,
  UserRepository,
  openWebhookSecret,
  generatePassword,
  hashPassword,
} from '#access';
import { type AuditActor, AuditLog } from '#audit';
import { ChannelRepository, ApprovedChannel } from '#catalog';
import { type Config, ConfigError } from '#config';
import { IdentityRules } from '#credentials';
import { type Database, withSetupLock } from '#database';
import { OPERATOR, authorizeChange } from '#rights';
import { type SecretBox, SecretUnreadable, generateTokenKey, hashTokenKey, tokenKeyHint } from '#secrets';
import { type Applied, ConfigApplication, type IssuedToken } from './apply/config-application.js';
import { getConfigPlace } from './apply/config-place.js';
import { describeApply } from './apply/describe-apply.js';
import { describeRefusal, describeRemedy } from './apply/describe-refusal.js';
import { buildEnvironmentChannels } from './default-channels.js';

const FIRST_TOKEN_NAME = 'first token';

interface FirstAdmin {
  email: string;
  /** Only if it was generated, not if the environment has it. */
  generatedPassword?: string;
}

export interface SetupOutcome {
  /** Only on the very first start. */
  firstAdmin?: FirstAdmin;
  /** Generated keys, which can be shown only now. */
  issuedTokens: IssuedToken[];
  /** Why the config file was not applied, if it was not. */
  configWarning?: string | undefined;
}

/** Applies the configuration to the database. Runs at every start, and changes nothing if the configuration is applied. */
export async function setUp(
  dataSource: Database,
  config: Config,
  secretBox: SecretBox,
): Promise<SetupOutcome> {
  return withSetupLock(dataSource, async () => {
    const users = new UserRepository(dataSource);
    const tokens = new TokenRepository(dataSource);
    const channels = new ChannelRepository(dataSource, secretBox);
    await requireMatchingKey(channels, tokens, secretBox);
    const isFirstStart = !(await users.hasAny());
    const issuedTokens: IssuedToken[] = [];
    let configWarning: string | undefined;
    if (config.file !== undefined) {
      const applied = await applyOwnFile(dataSource, config, secretBox);
      issuedTokens.push(...applied.issued);
      configWarning = describeWarning(config.file, applied);
    } else if (isFirstStart && !(await channels.hasAny())) {
      await createDefaultChannels(channels, config);
    }
    if (!isFirstStart) return { issuedTokens, configWarning };
    const firstToken = await issueFirstToken(tokens);
    if (firstToken) issuedTokens.unshift(firstToken);
    // The admin is created last: if a start is interrupted before, the next one is a first start again.
    const firstAdmin = await createFirstAdmin(users, config.admin);
    return { issuedTokens, firstAdmin, configWarning };
  });
}

async function createDefaultChannels(
  channels: ChannelRepository,
  { providerKeys, machineIdentityHosts }: Config,
): Promise<void> {
  const rules = new IdentityRules(machineIdentityHosts);
  for (const channel of buildEnvironmentChannels(providerKeys)) {
    const approved = ApprovedChannel.judge(channel, { declaredBy: 'api', rules });
    const after = approved.toStored({ id: randomUUID(), origin: 'setup' });
    await channels.create(authorizeChange(OPERATOR, { kind: 'channel', before: undefined, after }));
  }
}

/** The caller holds the setup lock, so other processes that start with the same file find it applied. */
async function applyOwnFile(
  dataSource: Database,
  { file, fileHash, maxDisablePercent, machineIdentityHosts }: Config,
  secretBox: SecretBox,
): Promise<Applied> {
  if (file === undefined || fileHash === undefined) throw new Error('there is no config file to apply');
  const rules = new IdentityRules(machineIdentityHosts);
  return new ConfigApplication(dataSource, secretBox, rules).applyLocked({
    entries: file,
    hash: fileHash,
    generation: file.generation,
    principal: OPERATOR,
    source: 'start',
    appliedBy: `start on ${hostname()}, pid ${process.pid}`,
    place: getConfigPlace(file.path),
    maxDisablePercent,
    onApplied: (transaction, changes) =>
      new AuditLog(dataSource).append(transaction, { actor: getStartActor(), ...describeApply(changes) }),
  });
}

/** The actor of a start, which is the operator. */
function getStartActor(): AuditActor {
  return { kind: 'operator', id: 'start', name: `start on ${hostname()}` };
}

function describeWarning(
  { path, generation }: NonNullable<Config['file']>,
  { refusal }: Applied,
): string | undefined {
  if (refusal === undefined) return undefined;
  const remedy = describeRemedy(refusal, path, generation !== undefined);
  return `${path} was not applied: it ${describeRefusal(refusal)}. The configuration in the database stays active. ${remedy}`;
}

/** Throws before any change if the secret key is not the one of this database. */
async function requireMatchingKey(
  channels: ChannelRepository,
  tokens: TokenRepository,
  secretBox: SecretBox,
): Promise<void> {
  try {
    await channels.findAll();
    for (const { id, webhookSecret } of await tokens.findAll()) {
      if (webhookSecret !== null) openWebhookSecret(secretBox, id, webhookSecret);
    }
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw new ConfigError(
      'MODELGATE_SECRET_KEY: this is not the key that the secrets in this database were encrypted with',
    );
  }
}

/** Creates a token on the first start, unless the config file declares one with its name. */
async function issueFirstToken(tokens: TokenRepository): Promise<IssuedToken | undefined> {
  const key = generateTokenKey();
  const existing = await tokens.findByName(FIRST_TOKEN_NAME);
  if (existing?.origin === 'file') return undefined;
  const keyed = { keyHash: hashTokenKey(key), keyHint: tokenKeyHint(key) };
  // An interrupted first start did not show the key, so the token gets a new one.
  if (existing) {
    const after = Object.assign({}, existing, keyed);
    await tokens.update(authorizeChange(OPERATOR, { kind: 'token', before: existing, after }));
    return { name: FIRST_TOKEN_NAME, key };
  }
  const after = {
    ...BLANK_TOKEN,
    id: randomUUID(),
    name: FIRST_TOKEN_NAME,
    ...keyed,
    origin: 'setup' as const,
  };
  await tokens.create(authorizeChange(OPERATOR, { kind: 'token', before: undefined, after }));
  return { name: FIRST_TOKEN_NAME, key };
}

async function createFirstAdmin(
  users: UserRepository,
  { email, password }: Config['admin'],
): Promise<FirstAdmin> {
  const chosen = password ?? generatePassword();
  const passwordHash = await hashPassword(chosen);
  const after = { id: randomUUID(), email, passwordHash, role: 'admin' as const };
  await users.create(authorizeChange(OPERATOR, { kind: 'user', before: undefined, after }));
  return { email, generatedPassword: password === undefined ? chosen : undefined };
}
