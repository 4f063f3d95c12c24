import { ChannelHealth, RetryBudget } from '#catalog';
import { SlotQueue } from '#limits';
import { Injectable } from '@nestjs/common';

/** What every attempt at a channel goes by. */
@Injectable()
export class AttemptControls {
  constructor(
    readonly health: ChannelHealth,
    /** Keeps an outage from being made worse by all who try again. */
    readonly budget: RetryBudget,
    /** The most that a channel is asked at a time. */
    readonly slots: SlotQueue,
  ) {}
}
