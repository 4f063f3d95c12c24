import { type ModelEntity } from '#catalog';
import { type Placeholders } from './placeholders.js';

/** A model as the config file would declare it. */
export function modelEntry(model: ModelEntity, placeholders: Placeholders): object {
  const { id, price, fallbacks, capabilities, strategy, hedgeMs, deadlineMinutes, realtime } = model;
  return placeholders.guard(
    {
      id,
      price: price ?? undefined,
      fallbacks: fallbacks ?? undefined,
      capabilities: capabilities ?? undefined,
      strategy: strategy ?? undefined,
      hedgeMs: hedgeMs ?? undefined,
      deadlineMinutes: deadlineMinutes ?? undefined,
      realtime: realtime ?? undefined,
    },
    'MODEL',
    id,
  );
}
