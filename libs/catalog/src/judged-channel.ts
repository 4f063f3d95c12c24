import { isDeepStrictEqual } from 'node:util';
import { type ChannelAuth, type DeclaredBy, type IdentityRules } from '#credentials';
import { type Channel, type ChannelSettings } from './channel.js';

declare const JUDGED: unique symbol;

/** A channel as it is stored, without the columns that the database fills in. Only `JudgedChannel` makes one. */
export type NewChannel = ChannelSettings &
  Required<Pick<Channel, 'id' | 'origin' | 'declaredBy'>> & { readonly [JUDGED]: true };

export interface Declaration {
  declaredBy: DeclaredBy;
  rules: IdentityRules;
  /** The channel as it is stored, where these settings replace it. */
  stored?: Channel | undefined;
}

/** The settings that say whose credentials go where. */
const IDENTITY_SETTINGS = ['provider', 'baseUrl', 'region', 'headers', 'auth'] as const;

/**
 * Settings whose identity was judged by who declared them. Only such settings can be stored, so every way to store a
 * channel passes this.
 */
export class JudgedChannel {
  private constructor(
    readonly settings: ChannelSettings,
    readonly declaredBy: DeclaredBy,
  ) {}

  /**
   * Throws an EntryProblem where whoever declares the channel may not give it this identity. Where a change leaves the
   * identity and its addresses as they are, they stay what they were: the operator's, or those of the API.
   */
  static judge(settings: ChannelSettings, { declaredBy, rules, stored }: Declaration): JudgedChannel {
    if (declaredBy === 'operator') return new JudgedChannel(settings, 'operator');
    if (stored !== undefined && hasSameIdentity(stored, settings))
      return new JudgedChannel(settings, stored.declaredBy ?? 'api');
    const { auth, baseUrl, region, headers } = settings;
    if (auth !== undefined) rules.parse({ auth, baseUrl, region, headers, declaredBy });
    return new JudgedChannel(settings, 'api');
  }

  /** The same channel in another state: its identity stays whose it was. */
  static switch(stored: Channel, enabled: boolean): NewChannel {
    const {
      id,
      origin,
      declaredBy = 'api',
      createdAt: _createdAt,
      isStandIn: _isStandIn,
      credentials: _credentials,
      ...settings
    } = stored;
    return new JudgedChannel({ ...settings, enabled }, declaredBy).toStored({ id, origin });
  }

  toStored(place: Pick<Channel, 'id' | 'origin'>): NewChannel {
    const { settings, declaredBy } = this;
    return { ...settings, ...place, declaredBy } as NewChannel;
  }
}

function hasSameIdentity(one: ChannelSettings, other: ChannelSettings): boolean {
  return isDeepStrictEqual(pickIdentity(one), pickIdentity(other));
}

/** Settings that are absent and settings that are undefined count as the same. */
function pickIdentity(settings: ChannelSettings): unknown {
  const picked = IDENTITY_SETTINGS.map((name): string | object | ChannelAuth | undefined => settings[name]);
  return JSON.parse(JSON.stringify(picked));
}
