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
import { ChannelRepository, JudgedChannel } from '#catalog';
import { type Config, ConfigError } from '#config';
import { IdentityRules } from '#credentials';
import { type Database, withSetupLock } from '#database';
import { OPERATOR, authorizeChange } from '#rights';
import { type SecretBox, SecretUnreadable, generateTokenKey, hashTokenKey, tokenKeyHint } from '#secrets';
import { type Applied, ConfigApplication, type IssuedToken } from './apply/config-application.js';
import { getConfigPlace } from './apply/config-place.js';
import { describeApply } from './apply/describe-apply.js';
import { describeRefusal, describeRemedy } from './apply/describe-refusal.js';
import { channelsFromEnvironment } from './usual-channels.js';

const NAME = 'first token';

interface FirstAdmin {
  email: string;
  /** Only where it was generated; one that was given is known to whoever gave it. */
  generatedPassword?: string;
}

export interface SetupOutcome {
  /** Only on the very first start. */
  firstAdmin?: FirstAdmin;
  /** Keys that were generated now and can be shown only now. */
  issuedTokens: IssuedToken[];
  /** Why the config file was not applied, where it was not. */
  configWarning?: string | undefined;
}

/** Brings what is stored to what the configuration says. Run at every start; the second time it finds nothing to do. */
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
      await createUsualChannels(channels, config);
    }
    if (!isFirstStart) return { issuedTokens, configWarning };
    const firstToken = await issueFirstToken(tokens);
    if (firstToken) issuedTokens.unshift(firstToken);
    // The admin comes last: a start that was cut short before here is a first start again.
    const firstAdmin = await createFirstAdmin(users, config.admin);
    return { issuedTokens, firstAdmin, configWarning };
  });
}

async function createUsualChannels(
  channels: ChannelRepository,
  { providerKeys, machineIdentityHosts }: Config,
): Promise<void> {
  const rules = new IdentityRules(machineIdentityHosts);
  for (const channel of channelsFromEnvironment(providerKeys)) {
    const judged = JudgedChannel.judge(channel, { declaredBy: 'api', rules });
    const after = judged.toStored({ id: randomUUID(), origin: 'setup' });
    await channels.create(authorizeChange(OPERATOR, { kind: 'channel', before: undefined, after }));
  }
}

/** One process at a time does this, and all that start with the same file find nothing to do. */
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
      new AuditLog(dataSource).append(transaction, { actor: getStart(), ...describeApply(changes) }),
  });
}

/** Whoever starts the gateway has put the file where it is. */
function getStart(): AuditActor {
  return { kind: 'operator', id: 'start', name: `start on ${hostname()}` };
}

function describeWarning(
  { path, generation }: NonNullable<Config['file']>,
  { refusal }: Applied,
): string | undefined {
  if (refusal === undefined) return undefined;
  const remedy = describeRemedy(refusal, path, generation !== undefined);
  return `${path} was not applied: it ${describeRefusal(refusal)}. What the database says counts. ${remedy}`;
}

/** A database outlives the key it was sealed with more often than one thinks; nothing is changed before that is clear. */
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
      'MODELGATE_SECRET_KEY: is not the key that the secrets in this database were encrypted with',
    );
  }
}

/** Whoever starts the gateway for the first time gets a token to try it with, unless the config file took its name. */
async function issueFirstToken(tokens: TokenRepository): Promise<IssuedToken | undefined> {
  const key = generateTokenKey();
  const existing = await tokens.findByName(NAME);
  if (existing?.origin === 'file') return undefined;
  const keyed = { keyHash: hashTokenKey(key), keyHint: tokenKeyHint(key) };
  // One that nobody was shown, because that start was cut short, is given a new key.
  if (existing) {
    const after = Object.assign({}, existing, keyed);
    await tokens.update(authorizeChange(OPERATOR, { kind: 'token', before: existing, after }));
    return { name: NAME, key };
  }
  const after = { ...BLANK_TOKEN, id: randomUUID(), name: NAME, ...keyed, origin: 'setup' as const };
  await tokens.create(authorizeChange(OPERATOR, { kind: 'token', before: undefined, after }));
  return { name: NAME, key };
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
