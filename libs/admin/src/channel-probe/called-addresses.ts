import { type CredentialSource } from '#credentials';
import { type HttpTransport } from '#egress';

type Http = Pick<HttpTransport, 'send'>;

/** More than a check calls. The pages of a model list have the same address. */
const MAX_ADDRESSES = 50;

/** The addresses that a check of a channel has called, for the audit log. Without queries, which may contain keys. */
export class CalledAddresses {
  private readonly addresses = new Set<string>();

  /** Wraps a transport and records the addresses of its calls. */
  wrap(http: Http): Http {
    return {
      send: (request, call) => {
        this.add(`${request.url.origin}${request.url.pathname}`);
        return http.send(request, call);
      },
    };
  }

  addSource({ addresses }: Pick<CredentialSource, 'addresses'>): void {
    for (const address of addresses) this.add(address);
  }

  list(): string[] {
    return [...this.addresses];
  }

  private add(address: string): void {
    if (this.addresses.size < MAX_ADDRESSES) this.addresses.add(address);
  }
}
