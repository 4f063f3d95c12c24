import { randomBytes } from 'node:crypto';
import { IdentityRules } from '#credentials';
import { type Database } from '#database';
import { OPERATOR } from '#rights';
import { type SecretBox } from '#secrets';
import { type Applied, type ApplyRequest, ConfigApplication } from '#setup';

/** Stores these entries as if they were in the operator's config file. */
export function applyEntries(
  database: Database,
  secretBox: SecretBox,
  entries: Partial<ApplyRequest['entries']>,
): Promise<Applied> {
  return new ConfigApplication(database, secretBox, new IdentityRules([])).apply({
    entries: { channels: [], models: [], owners: [], tokens: [], ...entries },
    hash: randomBytes(32).toString('hex'),
    principal: OPERATOR,
    source: 'command',
    appliedBy: 'a test',
    maxDisablePercent: 100,
    allowDisable: true,
  });
}
