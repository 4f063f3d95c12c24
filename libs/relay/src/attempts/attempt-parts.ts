import { type ChannelHealth, type RetryBudget } from '#catalog';
import { type SlotQueue } from '#limits';

export interface AttemptParts {
  health: ChannelHealth;
  /** Keeps an outage from being made worse by all who try again. */
  budget: RetryBudget;
  /** The most that a channel is asked at a time. */
  slots: SlotQueue;
}
