import { CatalogModule } from '#catalog';
import { ShownModelsModule } from '#relay';
import { Module } from '@nestjs/common';
import { WEB_FOLDER } from '../asset-folders.js';
import { ApiReference } from '../reference/api-reference.js';
import { ReferenceController } from '../reference/reference.controller.js';
import { HomepageController } from './homepage.controller.js';
import { PageAssets } from './page-assets.js';
import { BuiltPages } from './web/built-pages.js';
import { WebConsoleController } from './web/web-console.controller.js';

/** The web pages: homepage, console and docs. */
@Module({
  imports: [CatalogModule, ShownModelsModule],
  controllers: [HomepageController, ReferenceController, WebConsoleController],
  providers: [
    ApiReference,
    { provide: BuiltPages, useFactory: () => new BuiltPages(WEB_FOLDER) },
    PageAssets,
  ],
})
export class ConsoleModule {}
