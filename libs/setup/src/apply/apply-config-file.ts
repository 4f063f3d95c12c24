import {
  type IssuedToken,
  OwnerRepository,
  TokenRepository,
  UserRepository,
  applyOwners,
  applyTokens,
} from '#access';
import { ChannelRepository, ModelRepository, applyChannels, applyModels } from '#catalog';
import { type Config } from '#config';
import { type Database } from '#database';
import { type SecretBox } from '#secrets';
import { DeclaredStates } from '#settings';

/** The part of a config file that is stored. */
export type DeclaredEntries = Pick<NonNullable<Config['file']>, 'channels' | 'models' | 'owners' | 'tokens'>;
type UserDatabase = Pick<Database['manager'], 'getRepository' | 'query' | 'transaction'>;

/** Makes what is stored what the file says. Answers the keys that were generated on the way. */
export async function applyConfigFile(
  database: UserDatabase,
  file: DeclaredEntries,
  secretBox: SecretBox,
): Promise<IssuedToken[]> {
  const states = await DeclaredStates.read(database);
  await applyChannels(new ChannelRepository(database, secretBox), file.channels, states);
  await applyModels(new ModelRepository(database), file.models);
  const { owners, tokens } = await withKnownOwners(database, file);
  await applyOwners(new OwnerRepository(database), owners);
  return applyTokens(new TokenRepository(database), tokens, { secretBox, states });
}

/** An e-mail address of a user is that user, however the file writes it. */
async function withKnownOwners(
  database: UserDatabase,
  { owners, tokens }: Pick<DeclaredEntries, 'owners' | 'tokens'>,
): Promise<Pick<DeclaredEntries, 'owners' | 'tokens'>> {
  const names = [...owners.map(({ name }) => name), ...tokens.flatMap(({ owner }) => owner ?? [])];
  const emails = await new UserRepository(database).emailsAmong(names);
  const known = (name: string): string => emails.get(name) ?? name;
  return {
    owners: owners.map((owner) => ({ ...owner, name: known(owner.name) })),
    tokens: tokens.map((token) => ({ ...token, owner: token.owner && known(token.owner) })),
  };
}
