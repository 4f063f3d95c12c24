import { OwnerRepository, TokenRepository, openWebhookSecret } from '#access';
import { type AuditChanges, describeChanges } from '#audit';
import { ChannelRepository, ModelRepository } from '#catalog';
import { type Transaction } from '#database';
import { type SecretBox } from '#secrets';

export type EntryKind = 'channel' | 'model' | 'owner' | 'token';

/** One thing that a config file can declare, as it is stored. Never shown: it holds secrets. */
export interface StoredEntry {
  kind: EntryKind;
  id: string;
  name: string;
  isEnabled: boolean;
  origin: string;
  fields: Readonly<Record<string, unknown>>;
}

export interface EntryChange {
  kind: EntryKind;
  name: string;
  /** `adopted`: it is as it was, but the file declares it now. */
  change: 'created' | 'changed' | 'adopted' | 'enabled' | 'disabled';
  /** The names of what is different. */
  fields: string[];
  /** From what to what; of a secret only that it is another one. */
  values: AuditChanges;
}

/** What nobody is shown. */
const SECRET = ['apiKeys', 'headers', 'auth', 'key', 'webhookSecret', 'oldKeyHash'];

export async function takeInventory(transaction: Transaction, secretBox: SecretBox): Promise<StoredEntry[]> {
  const channels = await new ChannelRepository(transaction, secretBox).findAll();
  const models = await new ModelRepository(transaction).findAll();
  const owners = await new OwnerRepository(transaction).findAll();
  const tokens = await new TokenRepository(transaction).findAll();
  const entries = [
    ...channels.map((channel) => buildEntry('channel', channel.name, channel)),
    ...models.map((model) => buildEntry('model', model.id, model)),
    ...owners.map((owner) => buildEntry('owner', owner.id, owner)),
    ...tokens.map(({ webhookSecret, keyHash, ...token }) =>
      buildEntry('token', token.name, {
        ...token,
        key: keyHash.toString('hex'),
        // Sealed anew it looks different, and is not.
        webhookSecret: webhookSecret && openWebhookSecret(secretBox, token.id, webhookSecret),
      }),
    ),
  ];
  return entries.toSorted((one, other) => (nameInOrder(one) < nameInOrder(other) ? -1 : 1));
}

function nameInOrder({ kind, name }: StoredEntry): string {
  return `${kind} ${name}`;
}

interface Stored {
  id: string;
  enabled: boolean;
  origin: string;
}

function buildEntry<Entry extends Stored>(kind: EntryKind, name: string, stored: Entry): StoredEntry {
  const { id, enabled, origin, ...rest } = stored;
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...fields } = rest as Record<string, unknown>;
  return { kind, id, name, isEnabled: enabled, origin, fields };
}

export function changesBetween(before: readonly StoredEntry[], after: readonly StoredEntry[]): EntryChange[] {
  const known = new Map(before.map((entry) => [`${entry.kind}/${entry.id}`, entry]));
  return after.flatMap((entry) => {
    const former = known.get(`${entry.kind}/${entry.id}`);
    const { kind, name } = entry;
    if (former === undefined) return [{ kind, name, change: 'created', fields: [], values: {} }];
    const values = describeChanges(former.fields, entry.fields, { secret: SECRET });
    const fields = Object.keys(values);
    const change = getChange(former, entry, fields.length > 0);
    return change === undefined ? [] : [{ kind, name, change, fields, values }];
  });
}

function getChange(
  former: StoredEntry,
  entry: StoredEntry,
  differs: boolean,
): EntryChange['change'] | undefined {
  if (former.isEnabled !== entry.isEnabled) return entry.isEnabled ? 'enabled' : 'disabled';
  if (differs) return 'changed';
  return former.origin === entry.origin ? undefined : 'adopted';
}
