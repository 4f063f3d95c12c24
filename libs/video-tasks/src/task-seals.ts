import { type JsonObject } from '#canonical';
import { type SecretBox } from '#secrets';
import { type KeptRequest } from './task.js';

/** What a client says in words: sealed, and opened by whoever needs it. */
type SealedMembers = Pick<
  KeptRequest,
  'prompt' | 'negativePrompt' | 'images' | 'user' | 'metadata' | 'source'
>;

/** The rest of a request, by which tasks are priced, counted and listed. */
export type OpenMembers = Omit<KeptRequest, keyof SealedMembers>;

/** A request as its columns have it. Those of tasks from before they were sealed have everything in `request`. */
export interface StoredRequest {
  id: string;
  request: OpenMembers;
  sealed_request: Buffer | null;
}

export interface EvidenceName {
  taskId: string;
  attempt: number;
  upstreamId: string;
}

/** Seals what clients ask for, and what upstreams make of it, each for its own place. */
export class TaskSeals {
  constructor(private readonly secretBox: SecretBox) {}

  sealRequest(id: string, request: KeptRequest): { request: OpenMembers; sealedRequest: Buffer } {
    const { prompt, negativePrompt, images, user, metadata, source, ...open } = request;
    const sealed: SealedMembers = { prompt, negativePrompt, images, user, metadata, source };
    return { request: open, sealedRequest: this.seal(sealed, `video_tasks/${id}/sealed_request`) };
  }

  /**
   * What is sealed is opened when it is first asked for. So a task whose seal cannot be opened can still be listed, ended
   * and paid.
   */
  openRequest({ id, request, sealed_request: sealed }: StoredRequest): KeptRequest {
    if (sealed === null) return request as KeptRequest;
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
    return memo === undefined ? null : this.seal(memo, evidencePlace(name));
  }

  openEvidence(name: EvidenceName, sealed: Uint8Array): JsonObject {
    return this.open(sealed, evidencePlace(name));
  }

  /** For a file, bound to its name. */
  sealFile(name: string, content: object): Buffer {
    return this.seal(content, `submitted/${name}`);
  }

  openFile<Content>(name: string, sealed: Uint8Array): Content {
    return this.open(sealed, `submitted/${name}`);
  }

  private seal(content: object, place: string): Buffer {
    return this.secretBox.seal(JSON.stringify(content), place);
  }

  private open<Content>(sealed: Uint8Array, place: string): Content {
    return JSON.parse(this.secretBox.open(sealed, place)) as Content;
  }
}

function evidencePlace({ taskId, attempt, upstreamId }: EvidenceName): string {
  return `submit_evidence/${taskId}/${attempt}/${upstreamId}/sealed_memo`;
}
