import { type Transaction } from '#database';
import { type AuthorizedChange } from '#rights';
import { type ConfigOverride, ConfigOverrideRepository } from '#settings';
import { type Caller } from '../access/caller.js';
import { toActor } from '../audit/audit-trail.js';
import { Flag, Line, Moment } from '../input/fields.js';

/** What was switched against the config file. */
export class EntryOverrideView {
  @Flag({ description: 'What counts until the override is cleared.' })
  enabled: boolean;

  @Flag({ description: 'What the config file says.' })
  declared: boolean;

  @Line({ description: 'Who has switched it.' })
  set_by: string;

  @Moment()
  set_at: string;
}

interface SwitchedEntry {
  change: AuthorizedChange<'channel'> | AuthorizedChange<'token'>;
  /** As it is stored. */
  entry: { id: string; enabled: boolean };
  /** What is to count from now on. */
  enabled: boolean;
}

/** Switches an entry of the config file against it, or back to what it says. */
export async function switchFileEntry(
  transaction: Transaction,
  caller: Caller,
  { change, entry: { id, enabled: current }, enabled }: SwitchedEntry,
): Promise<void> {
  const { kind } = change;
  const overrides = new ConfigOverrideRepository(transaction);
  const declared = (await overrides.findByIds([id])).get(id)?.declared ?? current;
  if (enabled === declared) await overrides.remove(change, id);
  else await overrides.put(change, { entryId: id, kind, enabled, declared, setBy: describeCaller(caller) });
}

/** Who is asking, for people. */
export function describeCaller({ principal }: Pick<Caller, 'principal'>): string {
  const { kind, name } = toActor(principal);
  return kind === 'operator' ? 'operator' : `${kind} ${name}`;
}

export function viewOverride(override: ConfigOverride | undefined): EntryOverrideView | null {
  if (override === undefined) return null;
  const { enabled, declared, setBy, setAt } = override;
  return { enabled, declared, set_by: setBy, set_at: setAt.toISOString() };
}
