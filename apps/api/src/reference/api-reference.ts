import { Injectable } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { CompressedContent } from '../console/compressed-content.js';
import { composeDocument } from './api-document.js';

/** The OpenAPI document, which is built at the first request. */
@Injectable()
export class ApiReference {
  private document?: Promise<CompressedContent>;

  /** Set when the application is created, because the description is generated from it. */
  describeAdminApi: () => Promise<OpenAPIObject> = () => Promise.reject(new Error('no application'));

  getDocument(publicUrl: string): Promise<CompressedContent> {
    this.document ??= this.compose(publicUrl);
    return this.document;
  }

  private async compose(publicUrl: string): Promise<CompressedContent> {
    const document = composeDocument(await this.describeAdminApi(), publicUrl);
    return CompressedContent.from({
      mediaType: 'application/json; charset=utf-8',
      body: Buffer.from(JSON.stringify(document)),
      cacheControl: 'no-cache',
    });
  }
}
