import { AccessModule } from '#access';
import { CatalogModule } from '#catalog';
import { DatabaseModule } from '#database';
import { SecretsModule } from '#secrets';
import { Module } from '@nestjs/common';
import { Setup } from './setup.js';

/** Sets up the database at every start, before it is read. */
@Module({
  imports: [AccessModule, CatalogModule, DatabaseModule, SecretsModule],
  providers: [Setup],
  exports: [Setup],
})
export class SetupModule {}
