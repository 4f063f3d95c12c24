import { type OnModuleDestroy } from '@nestjs/common';
import { type Logger } from '#telemetry';
import { type TokenHttp } from './request-token.js';
import { awsCredentials } from './aws/aws-credentials.js';
import { type ChannelAuth, listAuthSecrets } from './channel-auth.js';
import { ChannelCredentials, FixedCredentials, RefusedCredentials } from './channel-credentials.js';
import { CredentialFault, scrubFault } from './credential-fault.js';
import { type CredentialSource, type FetchCredentials } from './credential-source.js';
import { entraCredentials } from './entra/entra-credentials.js';
import { type FetchDependencies } from './fetch-dependencies.js';
import { googleCredentials } from './google/google-credentials.js';
import { type ChannelIdentity, type IdentityRules, toIdentityFault } from './identity/channel-identity.js';
import { type DeclaredAccount } from './identity/declared-account.js';
import { type AwsKeys } from './identity/parsed-auth.js';
import { RenewedSource } from './renewed-source.js';

export interface SourceDependencies extends FetchDependencies {
  logger: Pick<Logger, 'info' | 'warn'>;
  rules: IdentityRules;
}

interface OpenSource {
  source: RenewedSource;
  fetchedFrom: Set<string>;
  /** Milliseconds since 1970. Until then it stays open without a channel. */
  openUntil: number;
}

type ChannelAccount = Omit<DeclaredAccount, 'auth'> & { auth?: ChannelAuth | undefined };

/** How long a source stays open after `open`. Video tasks call `open` much more often. */
const OPEN_MS = 60 * 60 * 1000;

/** The sources of credentials: one per identity, shared by all channels with that identity. */
export class CredentialSources implements OnModuleDestroy {
  private readonly opened = new Map<string, OpenSource>();
  private followedKeys: ReadonlySet<string> = new Set();
  private cancelSweep: (() => void) | undefined;

  constructor(private readonly dependencies: SourceDependencies) {}

  /** For an account that is not a channel of the catalog, such as a deleted channel with running tasks. */
  open(account: DeclaredAccount): CredentialSource {
    return this.createSource(account, (opened) => {
      opened.openUntil = this.dependencies.clock.now() + OPEN_MS;
      this.cancelSweep ??= this.dependencies.clock.after(OPEN_MS, () => {
        this.cancelSweep = undefined;
        this.closeUnused();
      });
    });
  }

  /** Adds the credentials to the channels of the catalog, and closes the sources of removed channels. */
  follow<Channel extends ChannelAccount>(
    channels: readonly Channel[],
  ): (Channel & { credentials?: CredentialSource })[] {
    const followed = new Set<string>();
    const identified = channels.map((channel) => {
      const { auth } = channel;
      if (auth === undefined) return channel;
      const account = { ...channel, auth };
      followed.add(toKey(account));
      return { ...channel, credentials: this.createSource(account) };
    });
    this.followedKeys = followed;
    this.closeUnused();
    return identified;
  }

  onModuleDestroy(): void {
    this.cancelSweep?.();
    for (const { source } of this.opened.values()) source.close();
    this.opened.clear();
  }

  /** The only function that creates credentials of an account. It checks the identity each time. */
  private createSource(account: DeclaredAccount, onOpened?: (opened: OpenSource) => void): CredentialSource {
    let identity: ChannelIdentity;
    try {
      identity = this.dependencies.rules.parse(account);
    } catch (error) {
      return new RefusedCredentials(toIdentityFault(error));
    }
    const keys = findFixedKeys(identity);
    if (keys !== undefined) return new FixedCredentials(identity, keys);
    const opened = this.findOrOpen(account, identity);
    onOpened?.(opened);
    return new ChannelCredentials(identity, opened.source, opened.fetchedFrom);
  }

  private findOrOpen(account: DeclaredAccount, identity: ChannelIdentity): OpenSource {
    const key = toKey(account);
    let opened = this.opened.get(key);
    if (opened === undefined) {
      const fetchedFrom = new Set<string>();
      const fetch = this.createFetch(identity, { secrets: listAuthSecrets(account.auth), fetchedFrom });
      const name = describeIdentity(account.auth);
      const source = new RenewedSource(fetch, { ...this.dependencies, name });
      opened = { source, fetchedFrom, openUntil: 0 };
      this.opened.set(key, opened);
      source.start();
    }
    return opened;
  }

  private closeUnused(): void {
    const now = this.dependencies.clock.now();
    for (const [key, { source, openUntil }] of this.opened) {
      if (this.followedKeys.has(key) || openUntil > now) continue;
      source.close();
      this.opened.delete(key);
    }
  }

  private createFetch(
    identity: ChannelIdentity,
    { secrets, fetchedFrom }: { secrets: readonly string[]; fetchedFrom: Set<string> },
  ): FetchCredentials {
    const http = recordAddresses(this.dependencies.http, fetchedFrom);
    const fetch = getFetch(identity, { ...this.dependencies, http });
    return async (signal) => {
      try {
        return await fetch(signal);
      } catch (error) {
        throw error instanceof CredentialFault ? scrubFault(error, secrets) : error;
      }
    };
  }
}

function recordAddresses(http: TokenHttp, addresses: Set<string>): TokenHttp {
  return {
    send: (request, call) => {
      addresses.add(`${request.url.origin}${request.url.pathname}`);
      return http.send(request, call);
    },
  };
}

function getFetch({ auth, region }: ChannelIdentity, dependencies: FetchDependencies): FetchCredentials {
  switch (auth.type) {
    case 'aws':
      return awsCredentials(auth, region, dependencies);
    case 'google':
      return googleCredentials(auth, dependencies);
    case 'entra':
      return entraCredentials(auth, dependencies);
  }
}

/** Undefined if the credentials must be fetched. */
function findFixedKeys({ auth }: ChannelIdentity): AwsKeys | undefined {
  return auth.type === 'aws' && auth.roleArn === undefined && auth.from.kind === 'keys'
    ? auth.from.keys
    : undefined;
}

/** The key of a source. Only AWS credentials depend on the region. */
function toKey({ auth, region }: DeclaredAccount): string {
  const members = Object.entries(auth).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(auth.type === 'aws' ? [members, region] : members);
}

/** The name of the identity in the log, without secrets. */
function describeIdentity(auth: ChannelAuth): string {
  switch (auth.type) {
    case 'aws':
      return ['aws', auth.accessKeyId, auth.roleArn].filter(Boolean).join(' ');
    case 'google':
      return ['google', auth.credentialsFile].filter(Boolean).join(' ');
    case 'entra':
      return ['entra', auth.tenantId, auth.clientId].filter(Boolean).join(' ');
  }
}
