import { LiveSettings } from '#settings';
import { Inject, Injectable } from '@nestjs/common';
import { type Channel } from './channel.js';

/** The provider of the built-in channel of a program; undefined if the program has none. */
export const BUILT_IN_CHANNEL = Symbol('built-in channel');

/** The built-in channel, which the settings turn on and off. */
@Injectable()
export class BuiltInChannel {
  constructor(
    @Inject(BUILT_IN_CHANNEL) readonly channel: Channel | undefined,
    private readonly settings: LiveSettings,
  ) {}

  /** Reloads the settings first, because the order of change notifications is undefined. */
  async isEnabled(): Promise<boolean> {
    await this.settings.reload();
    return this.settings.current['sandbox.enabled'];
  }
}
