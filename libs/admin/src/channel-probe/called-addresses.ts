import { type CredentialSource } from '#credentials';
import { type HttpTransport } from '#egress';

type Http = Pick<HttpTransport, 'send'>;

/** More than a check calls; a list of models may have many pages at one address. */
const MAX_ADDRESSES = 50;

/** The addresses that a check of a channel has called, for the audit log. Queries are left out: they may hold keys. */
export class CalledAddresses {
  private readonly addresses = new Set<string>();

  /** The transport, with its calls noted here. */
  watch(http: Http): Http {
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
