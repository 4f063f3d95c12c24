import { type IssuedToken, type TokenRepository } from '#access';
import { generateTokenKey, hashTokenKey, tokenKeyHint } from '#secrets';

const NAME = 'first token';

/** Whoever starts the gateway for the first time gets a token to try it with, unless the config file took its name. */
export async function issueFirstToken(tokens: TokenRepository): Promise<IssuedToken | undefined> {
  const key = generateTokenKey();
  const existing = await tokens.findByName(NAME);
  if (existing?.origin === 'file') return undefined;
  const keyed = { keyHash: hashTokenKey(key), keyHint: tokenKeyHint(key) };
  // One that nobody was shown, because that start was cut short, is given a new key.
  if (existing) await tokens.update(existing.id, keyed);
  else await tokens.create({ name: NAME, ...keyed, origin: 'setup' });
  return { name: NAME, key };
}
