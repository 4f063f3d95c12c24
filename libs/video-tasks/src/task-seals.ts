import { type JsonObject } from '#canonical';
import { SecretBox } from '#secrets';
import { Injectable } from '@nestjs/common';
import { type TaskRequest } from './task.js';

/** The members with the client's content. They are stored encrypted. */
type SealedMembers = Pick<
  TaskRequest,
  'prompt' | 'negativePrompt' | 'images' | 'user' | 'metadata' | 'source'
>;

/** The other members, by which tasks are priced, counted and listed. */
export type UnsealedMembers = Omit<TaskRequest, keyof SealedMembers>;

/** A request in its columns. In tasks from before encryption, `request` contains all members. */
export interface StoredRequest {
  id: string;
  request: UnsealedMembers;
  sealed_request: Buffer | null;
}

export interface EvidenceName {
  taskId: string;
  attempt: number;
  upstreamId: string;
}

/** Encrypts requests of clients and data of upstreams. Each value is bound to its row, so that it cannot be moved. */
@Injectable()
export class TaskSeals {
  constructor(private readonly secretBox: SecretBox) {}

  sealRequest(id: string, request: TaskRequest): { request: UnsealedMembers; sealedRequest: Buffer } {
    const { prompt, negativePrompt, images, user, metadata, source, ...open } = request;
    const sealed: SealedMembers = { prompt, negativePrompt, images, user, metadata, source };
    return { request: open, sealedRequest: this.seal(sealed, `video_tasks/${id}/sealed_request`) };
  }

  /**
   * Encrypted members are decrypted at their first access. So a task that cannot be decrypted can still be listed,
   * ended and charged.
   */
  openRequest({ id, request, sealed_request: sealed }: StoredRequest): TaskRequest {
    if (sealed === null) return request as TaskRequest;
    let opened: SealedMembers | undefined;
    const open = (): SealedMembers => {
      opened ??= this.open<SealedMembers>(sealed, `video_tasks/${id}/sealed_request`);
      return opened;
    };
    return {
      ...request,
      get prompt() {
        return open().prompt;
      },
      get negativePrompt() {
        return open().negativePrompt;
      },
      get images() {
        return open().images;
      },
      get user() {
        return open().user;
      },
      get metadata() {
        return open().metadata;
      },
      get source() {
        return open().source;
      },
    };
  }

  sealMemo(id: string, memo: JsonObject | undefined): Buffer | null {
    return memo === undefined ? null : this.seal(memo, `video_tasks/${id}/sealed_memo`);
  }

  openMemo(id: string, sealed: Uint8Array): JsonObject {
    return this.open(sealed, `video_tasks/${id}/sealed_memo`);
  }

  sealEvidence(name: EvidenceName, memo: JsonObject | undefined): Buffer | null {
    return memo === undefined ? null : this.seal(memo, toEvidenceContext(name));
  }

  openEvidence(name: EvidenceName, sealed: Uint8Array): JsonObject {
    return this.open(sealed, toEvidenceContext(name));
  }

  /** For a file, bound to its name. */
  sealFile(name: string, content: object): Buffer {
    return this.seal(content, `submitted/${name}`);
  }

  openFile<Content>(name: string, sealed: Uint8Array): Content {
    return this.open(sealed, `submitted/${name}`);
  }

  private seal(content: object, context: string): Buffer {
    return this.secretBox.seal(JSON.stringify(content), context);
  }

  private open<Content>(sealed: Uint8Array, context: string): Content {
    return JSON.parse(this.secretBox.open(sealed, context)) as Content;
  }
}

function toEvidenceContext({ taskId, attempt, upstreamId }: EvidenceName): string {
  return `submit_evidence/${taskId}/${attempt}/${upstreamId}/sealed_memo`;
}
