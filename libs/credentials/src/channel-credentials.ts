import { type CancelSignal } from '#canonical';
import { CredentialFault } from './credential-fault.js';
import { type CredentialSource, type Credentials } from './credential-source.js';
import { type ChannelIdentity } from './identity/channel-identity.js';
import { type RenewedSource } from './renewed-source.js';

/** The credentials of one channel. Channels with the same identity share a source; the allowed addresses differ. */
export class ChannelCredentials implements CredentialSource {
  constructor(
    private readonly identity: ChannelIdentity,
    private readonly source: RenewedSource,
    private readonly fetchedFrom: ReadonlySet<string>,
  ) {}

  get current(): Credentials | undefined {
    return this.source.current;
  }

  get addresses(): string[] {
    return [...this.fetchedFrom];
  }

  ready(signal: CancelSignal): Promise<Credentials> {
    return this.source.ready(signal);
  }

  renew(refused: Credentials, signal: CancelSignal): Promise<Credentials | undefined> {
    return this.source.renew(refused, signal);
  }

  requireAddress(url: URL): void {
    requireAddress(this.identity, url);
  }
}

/** Keys that are in the channel itself. */
export class FixedCredentials implements CredentialSource {
  readonly addresses: readonly string[] = [];

  constructor(
    private readonly identity: ChannelIdentity,
    readonly current: Credentials,
  ) {}

  ready(): Promise<Credentials> {
    return Promise.resolve(this.current);
  }

  renew(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  requireAddress(url: URL): void {
    requireAddress(this.identity, url);
  }
}

/** For a channel whose identity is refused, for example because it was stored before a rule was added. */
export class RefusedCredentials implements CredentialSource {
  readonly current = undefined;
  readonly addresses: readonly string[] = [];

  constructor(private readonly fault: CredentialFault) {}

  ready(): Promise<never> {
    return Promise.reject(this.fault.toGatewayError());
  }

  renew(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  requireAddress(): void {
    throw this.fault.toGatewayError();
  }
}

function requireAddress(identity: ChannelIdentity, url: URL): void {
  try {
    identity.requireAddress(url);
  } catch (error) {
    throw error instanceof CredentialFault ? error.toGatewayError() : error;
  }
}
