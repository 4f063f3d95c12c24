import { type ByteRange } from '../media-store.js';
import { escapeXml, readElements, readText } from './read-xml.js';
import { type S3Answer, type S3Client, type S3Request } from './s3-client.js';
import { S3Fault, asUnavailable } from './s3-fault.js';

export interface ObjectFacts {
  sizeBytes: number;
  createdAt: Date;
}

export interface ObjectPage {
  objects: { key: string; changedAt: Date }[];
  /** Where the next page begins; undefined after the last. */
  next: string | undefined;
}

type ObjectHeaders = Readonly<Record<string, string>>;

/** Named so by us, where it is not the moment at which the object was written. */
export const CREATED_AT = 'x-amz-meta-created-at';

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
      if (!isAnswered(error)) throw error;
      // The answer to HEAD has no body that could say what is missing: the object, the bucket or a permission.
      return this.findByReading(key);
    }
  }

  /** Undefined where there is no such object any more. */
  async read(
    key: string,
    { sizeBytes }: ObjectFacts,
    range?: ByteRange,
  ): Promise<AsyncIterable<Uint8Array> | undefined> {
    const headers: ObjectHeaders = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
    const response = await this.openIfThere({ method: 'GET', key, headers });
    if (response === undefined) return undefined;
    const length = range === undefined ? sizeBytes : range.end - range.start + 1;
    const isRight =
      response.status === (range === undefined ? 200 : 206) &&
      Number(response.headers['content-length']) === length;
    if (isRight) return response.body;
    response.discard();
    const { status } = response;
    throw asUnavailable(new S3Fault('another part of the object was sent than was asked for', { status }));
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
    const isMore = readText(text, 'IsTruncated') === 'true';
    return { objects, next: isMore ? readText(text, 'NextContinuationToken') : undefined };
  }

  async beginUpload(key: string, headers: ObjectHeaders): Promise<string> {
    const { text } = await this.client.call({ method: 'POST', key, query: { uploads: '' }, headers });
    const id = readText(text, 'UploadId');
    if (id !== undefined && id !== '') return id;
    throw asUnavailable(new S3Fault('an upload was begun without an id', { status: 200 }));
  }

  /** Answers with the tag that the part is named by at the end. */
  async putPart(key: string, uploadId: string, part: { number: number; body: Uint8Array }): Promise<string> {
    const query = { partNumber: String(part.number), uploadId };
    const { headers } = await this.client.call({ method: 'PUT', key, query, body: part.body });
    const { etag } = headers;
    if (typeof etag === 'string') return etag;
    throw asUnavailable(new S3Fault('a part was taken without a tag', { status: 200 }));
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
      // It may have been finished by a request whose answer was lost.
      if (getFault(error)?.code !== 'NoSuchUpload') throw error;
      if ((await this.find(key))?.sizeBytes !== sizeBytes) throw error;
    }
  }

  async abortUpload(key: string, uploadId: string): Promise<void> {
    await this.client.call({ method: 'DELETE', key, query: { uploadId } });
  }

  /** One page of those that were begun and not finished: enough, since few are, and the rest comes another time. */
  async listUploads(prefix: string): Promise<{ key: string; uploadId: string; begunAt: Date }[]> {
    const { text } = await this.client.call({ method: 'GET', query: { uploads: '', prefix } });
    return [...readElements(text, 'Upload')].map((element) => ({
      key: readText(element, 'Key') ?? '',
      uploadId: readText(element, 'UploadId') ?? '',
      begunAt: new Date(readText(element, 'Initiated') ?? ''),
    }));
  }

  private async findByReading(key: string): Promise<ObjectFacts | undefined> {
    const response = await this.openIfThere({ method: 'GET', key });
    response?.discard();
    return response && readFacts(response.headers);
  }

  private async openIfThere(request: S3Request) {
    try {
      return await this.client.open(request);
    } catch (error) {
      if (getFault(error)?.isMissingObject === true) return undefined;
      throw error;
    }
  }
}

function readFacts(headers: S3Answer['headers']): ObjectFacts {
  const moment = headers[CREATED_AT] ?? headers['last-modified'];
  return { sizeBytes: Number(headers['content-length']), createdAt: new Date(String(moment)) };
}

function getFault(error: unknown): S3Fault | undefined {
  const { cause } = error as Error;
  return cause instanceof S3Fault ? cause : undefined;
}

function isAnswered(error: unknown): boolean {
  const status = getFault(error)?.status;
  return status !== undefined && status < 500;
}
