import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, type Logger } from '#telemetry';
import { type MediaPlace } from './media-place.js';

export const MEDIA_PLACES = Symbol('MEDIA_PLACES');

/** Logs at startup if files cannot be stored. The process starts nevertheless. */
@Injectable()
export class MediaStart implements OnApplicationBootstrap {
  constructor(
    @Inject(MEDIA_PLACES) private readonly places: readonly MediaPlace[],
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Not awaited, because detecting an unavailable service takes a while. */
  onApplicationBootstrap(): void {
    for (const place of this.places) void this.check(place);
  }

  private async check(place: MediaPlace): Promise<void> {
    const reason = await place.findTrouble();
    if (reason === undefined) return;
    this.logger.error({ store: place.kind, reason }, 'generated files cannot be stored or read');
  }
}
