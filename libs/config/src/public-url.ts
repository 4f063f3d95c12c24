import { Inject, Injectable } from '@nestjs/common';
import { type Config } from './config.js';
import { CONFIG } from './config.token.js';

/** Where clients reach this gateway. */
@Injectable()
export class PublicUrl {
  private url: string;

  constructor(@Inject(CONFIG) { http }: Config) {
    this.url = http.publicUrl;
  }

  /** For certain only once the gateway listens, so it is asked each time. */
  get current(): string {
    return this.url;
  }

  /** Port 0 means any free one; only the socket that listens knows which. */
  listensOn(port: number): void {
    this.url = this.url.replace(/:0$/, `:${port}`);
  }
}
