import { type DynamicModule, Global, Inject, Injectable, Module, type Provider } from '@nestjs/common';
import { type Config } from './config.js';

/** `@Inject(CONFIG) config: Config` */
export const CONFIG = Symbol('config');

/** The URL under which clients reach this gateway. */
@Injectable()
export class PublicUrl {
  private url: string;

  constructor(@Inject(CONFIG) { http }: Config) {
    this.url = http.publicUrl;
  }

  /** Read it for each use: with port 0 it is only final when the gateway listens. */
  get current(): string {
    return this.url;
  }

  /** Replaces port 0, which means any free port, with the actual one. */
  listensOn(port: number): void {
    this.url = this.url.replace(/:0$/, `:${port}`);
  }
}

/** The configuration from the environment and the config file. */
@Global()
@Module({ providers: [PublicUrl], exports: [PublicUrl] })
export class ConfigModule {
  /** `options` are further values that libraries inject, each under an injection token of the library. */
  static forRoot(config: Config, options: readonly Provider[] = []): DynamicModule {
    const providers = [{ provide: CONFIG, useValue: config }, ...options];
    return { module: ConfigModule, providers, exports: providers };
  }
}
