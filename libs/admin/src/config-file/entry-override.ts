import { type Transaction } from '#database';
import { type ConfigOverride, ConfigOverrideRepository, type EntryChange } from '#settings';
import { type Caller } from '../access/caller.js';
import { toActor } from '../audit/audit-trail.js';
import { Flag, Line, Moment } from '../input/fields.js';

/** An override of the enabled state in the config file. */
export class EntryOverrideView {
  @Flag({ description: 'The active value until the override is cleared.' })
  enabled: boolean;

  @Flag({ description: 'The value in the config file.' })
  declared: boolean;

  @Line({ description: 'Who set the override.' })
  set_by: string;

  @Moment()
  set_at: string;
}

/** A change of a stored entry. */
type SwitchedEntry = EntryChange & { readonly before: { readonly enabled: boolean } };

/** Stores an override of an entry of the config file, or removes it if the new value equals that of the file. */
export async function switchFileEntry(
  transaction: Transaction,
  caller: Caller,
  change: SwitchedEntry,
): Promise<void> {
  const { before, after } = change;
  const overrides = new ConfigOverrideRepository(transaction);
  const declared = (await overrides.findByIds([after.id])).get(after.id)?.declared ?? before.enabled;
  if (after.enabled === declared) await overrides.remove(change);
  else await overrides.save(change, { declared, setBy: describeCaller(caller) });
}

/** The display name of the caller. */
export function describeCaller({ principal }: Pick<Caller, 'principal'>): string {
  const { kind, name } = toActor(principal);
  return kind === 'operator' ? 'operator' : `${kind} ${name}`;
}

export function viewOverride(override: ConfigOverride | undefined): EntryOverrideView | null {
  if (override === undefined) return null;
  const { enabled, declared, setBy, setAt } = override;
  return { enabled, declared, set_by: setBy, set_at: setAt.toISOString() };
}
