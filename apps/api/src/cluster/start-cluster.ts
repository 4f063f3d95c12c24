import { BUILT_IN_CHANNEL } from '#catalog';
import { type Config, ConfigModule, PublicUrl } from '#config';
import { SetupModule, builtInChannel } from '#setup';
import { type Logger, NestLogger, TelemetryModule } from '#telemetry';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiProcesses } from './api-processes.js';

@Module({ imports: [SetupModule], providers: [ApiProcesses] })
class ClusterModule {}

/** Sets the database up, and then starts the processes that serve. */
export async function startCluster(config: Config, logger: Logger): Promise<INestApplicationContext> {
  const app = await NestFactory.createApplicationContext(
    {
      module: ClusterModule,
      imports: [
        ConfigModule.forRoot(config, [{ provide: BUILT_IN_CHANNEL, useFactory: builtInChannel }]),
        TelemetryModule.forRoot(logger),
      ],
    },
    { logger: new NestLogger(logger), abortOnError: false },
  );
  const port = await app.get(ApiProcesses).start(config.http.apiProcesses);
  app.get(PublicUrl).listensOn(port);
  return app;
}
