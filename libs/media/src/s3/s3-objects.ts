import { type ByteRange } from '../media-store.js';
import { escapeXml, readElements, readText } from './read-xml.js';
import { type S3Response, type S3Client, type S3Request } from './s3-client.js';
import { S3Error, toUnavailableError } from './s3-error.js';

export interface ObjectFacts {
  sizeBytes: number;
  createdAt: Date;
}

export interface ObjectPage {
  objects: { key: string; changedAt: Date }[];
  /** The token of the next page; undefined after the last. */
  next: string | undefined;
}

type ObjectHeaders = Readonly<Record<string, string>>;

/** Set by the gateway if the object was written later than the file was created. */
export const CREATED_AT_HEADER = 'x-amz-meta-created-at';

export class S3Objects {
  constructor(private readonly client: S3Client) {}

  async put(key: string, body: Uint8Array, headers: ObjectHeaders): Promise<void> {
    await this.client.call({ method: 'PUT', key, body, headers });
  }

  async find(key: string): Promise<ObjectFacts | undefined> {
    try {
      const { headers } = await this.client.call({ method: 'HEAD', key });
      return readFacts(headers);
    } catch (error) {
      if (!hasResponse(error)) throw error;
      // A response to HEAD has no body that shows what is missing: the object, the bucket or a permission.
      return this.findWithGet(key);
    }
  }

  /** Undefined if the object does not exist any more. */
  async read(
    key: string,
    { sizeBytes }: ObjectFacts,
    range?: ByteRange,
  ): Promise<AsyncIterable<Uint8Array> | undefined> {
    const headers: ObjectHeaders = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
    const response = await this.openIfExists({ method: 'GET', key, headers });
    if (response === undefined) return undefined;
    const length = range === undefined ? sizeBytes : range.end - range.start + 1;
    const isExpected =
      response.status === (range === undefined ? 200 : 206) &&
      Number(response.headers['content-length']) === length;
    if (isExpected) return response.body;
    response.discard();
    const { status } = response;
    throw toUnavailableError(
      new S3Error('the store returned a different range of the object than requested', { status }),
    );
  }

  async delete(key: string): Promise<void> {
    await this.client.call({ method: 'DELETE', key });
  }

  async list(prefix: string, next?: string): Promise<ObjectPage> {
    const query = { 'list-type': '2', prefix, ...(next === undefined ? {} : { 'continuation-token': next }) };
    const { text } = await this.client.call({ method: 'GET', query });
    const objects = [...readElements(text, 'Contents')].map((element) => ({
      key: readText(element, 'Key') ?? '',
      changedAt: new Date(readText(element, 'LastModified') ?? ''),
    }));
    const isTruncated = readText(text, 'IsTruncated') === 'true';
    return { objects, next: isTruncated ? readText(text, 'NextContinuationToken') : undefined };
  }

  async startUpload(key: string, headers: ObjectHeaders): Promise<string> {
    const { text } = await this.client.call({ method: 'POST', key, query: { uploads: '' }, headers });
    const id = readText(text, 'UploadId');
    if (id !== undefined && id !== '') return id;
    throw toUnavailableError(new S3Error('the store started an upload without an id', { status: 200 }));
  }

  /** Returns the tag that identifies the part when the upload is finished. */
  async putPart(key: string, uploadId: string, part: { number: number; body: Uint8Array }): Promise<string> {
    const query = { partNumber: String(part.number), uploadId };
    const { headers } = await this.client.call({ method: 'PUT', key, query, body: part.body });
    const { etag } = headers;
    if (typeof etag === 'string') return etag;
    throw toUnavailableError(new S3Error('the store accepted a part without an ETag', { status: 200 }));
  }

  async finishUpload(
    key: string,
    uploadId: string,
    { tags, sizeBytes }: { tags: readonly string[]; sizeBytes: number },
  ): Promise<void> {
    const entries = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${entries.join('')}</CompleteMultipartUpload>`);
    const headers = { 'content-type': 'application/xml' };
    try {
      await this.client.call({ method: 'POST', key, query: { uploadId }, headers, body });
    } catch (error) {
      // The upload may have been finished by a request whose response was lost.
      if (getS3Error(error)?.code !== 'NoSuchUpload') throw error;
      if ((await this.find(key))?.sizeBytes !== sizeBytes) throw error;
    }
  }

  async abortUpload(key: string, uploadId: string): Promise<void> {
    await this.client.call({ method: 'DELETE', key, query: { uploadId } });
  }

  /**
   * Returns one page of unfinished uploads. That is enough, because there are few; the rest is listed the next time.
   */
  async listUploads(prefix: string): Promise<{ key: string; uploadId: string; startedAt: Date }[]> {
    const { text } = await this.client.call({ method: 'GET', query: { uploads: '', prefix } });
    return [...readElements(text, 'Upload')].map((element) => ({
      key: readText(element, 'Key') ?? '',
      uploadId: readText(element, 'UploadId') ?? '',
      startedAt: new Date(readText(element, 'Initiated') ?? ''),
    }));
  }

  private async findWithGet(key: string): Promise<ObjectFacts | undefined> {
    const response = await this.openIfExists({ method: 'GET', key });
    response?.discard();
    return response && readFacts(response.headers);
  }

  private async openIfExists(request: S3Request) {
    try {
      return await this.client.open(request);
    } catch (error) {
      if (getS3Error(error)?.isMissingObject === true) return undefined;
      throw error;
    }
  }
}

function readFacts(headers: S3Response['headers']): ObjectFacts {
  const moment = headers[CREATED_AT_HEADER] ?? headers['last-modified'];
  return { sizeBytes: Number(headers['content-length']), createdAt: new Date(String(moment)) };
}

function getS3Error(error: unknown): S3Error | undefined {
  const { cause } = error as Error;
  return cause instanceof S3Error ? cause : undefined;
}

function hasResponse(error: unknown): boolean {
  const status = getS3Error(error)?.status;
  return status !== undefined && status < 500;
}
