import { CONFIG, type Config } from '#config';
import { Module } from '@nestjs/common';
import { HttpTransport } from './http-transport.js';
import { PublicFetcher } from './public-fetcher.js';

@Module({
  providers: [
    {
      provide: HttpTransport,
      inject: [CONFIG],
      useFactory: ({ usesUpstreamHttp2 }: Config) => new HttpTransport({ usesHttp2: usesUpstreamHttp2 }),
    },
    {
      provide: PublicFetcher,
      inject: [CONFIG],
      useFactory: ({ allowedPrivateNetworks }: Config) => new PublicFetcher(allowedPrivateNetworks),
    },
  ],
  exports: [HttpTransport, PublicFetcher],
})
export class EgressModule {}
