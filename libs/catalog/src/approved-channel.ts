import { isDeepStrictEqual } from 'node:util';
import { type ChannelAuth, type DeclaredBy, type IdentityRules } from '#credentials';
import { type Channel, type ChannelSettings } from './channel.js';

declare const APPROVED: unique symbol;

/** A channel to store, without the columns that the database sets. Only `ApprovedChannel` creates one. */
export type NewChannel = ChannelSettings &
  Required<Pick<Channel, 'id' | 'origin' | 'declaredBy'>> & { readonly [APPROVED]: true };

export interface Declaration {
  declaredBy: DeclaredBy;
  rules: IdentityRules;
  /** The stored channel that these settings replace. */
  stored?: Channel | undefined;
}

/** The settings that determine which credentials are sent to which address. */
const IDENTITY_SETTINGS = ['provider', 'baseUrl', 'region', 'headers', 'auth'] as const;

/**
 * Settings whose identity their declarer is allowed to use. Only such settings can be stored, so every channel is
 * checked.
 */
export class ApprovedChannel {
  private constructor(
    readonly settings: ChannelSettings,
    readonly declaredBy: DeclaredBy,
  ) {}

  /**
   * Throws an EntryProblem if the channel may not have this identity. If a change does not affect the identity and its
   * addresses, they keep their declarer: the operator or the API.
   */
  static judge(settings: ChannelSettings, { declaredBy, rules, stored }: Declaration): ApprovedChannel {
    if (declaredBy === 'operator') return new ApprovedChannel(settings, 'operator');
    if (stored !== undefined && hasSameIdentity(stored, settings))
      return new ApprovedChannel(settings, stored.declaredBy ?? 'api');
    const { auth, baseUrl, region, headers } = settings;
    if (auth !== undefined) rules.parse({ auth, baseUrl, region, headers, declaredBy });
    return new ApprovedChannel(settings, 'api');
  }

  /** The same channel, enabled or disabled, with the same declarer. */
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
    return new ApprovedChannel({ ...settings, enabled }, declaredBy).toStored({ id, origin });
  }

  toStored(identity: Pick<Channel, 'id' | 'origin'>): NewChannel {
    const { settings, declaredBy } = this;
    return { ...settings, ...identity, declaredBy } as NewChannel;
  }
}

function hasSameIdentity(one: ChannelSettings, other: ChannelSettings): boolean {
  return isDeepStrictEqual(pickIdentity(one), pickIdentity(other));
}

/** Absent and undefined settings are equal. */
function pickIdentity(settings: ChannelSettings): unknown {
  const picked = IDENTITY_SETTINGS.map((name): string | object | ChannelAuth | undefined => settings[name]);
  return JSON.parse(JSON.stringify(picked));
}
