import { randomBytes } from 'node:crypto';
import { TaskSeals, accountName } from '#video-tasks';
import { type TestGateway } from '../harness/index.js';
import { type VideoKind } from './clients.js';
import { type Upstreams } from './models.js';

const API_KEY = 'sk-upstream-1';
const NO_TOKEN = '00000000-0000-4000-8000-000000000000';

/** Videos that were made before a suite began, as the originals of remixes. No recorded request has created them. */
export class OriginalVideos {
  private readonly known = new Map<string, Promise<string>>();

  constructor(
    private readonly gateway: TestGateway,
    private readonly upstreams: Upstreams,
  ) {}

  /** The id of a video of this owner: the same one for the same properties. */
  find(owner: string, { model, size = '720x1280', seconds = 4 }: VideoKind): Promise<string> {
    const key = JSON.stringify([owner, model, size, seconds]);
    const found = this.known.get(key) ?? this.insert(owner, { model, size, seconds });
    this.known.set(key, found);
    return found;
  }

  private async insert(owner: string, { model, size, seconds }: Required<VideoKind>): Promise<string> {
    const { main } = this.upstreams;
    const fileName = randomBytes(12).toString('hex');
    const { id: upstreamId } = main.videos.add({
      id: `video_${fileName}`,
      fileName,
      createdAtMs: Date.now(),
      apiKey: API_KEY,
      model: 'parity-video',
      prompt: 'the original',
      body: { size, seconds: String(seconds) },
    });
    const id = `video_${randomBytes(16).toString('hex')}`;
    const [width, height] = size.split('x').map(Number);
    const { request, sealedRequest } = new TaskSeals(this.gateway.shared.secretBox).sealRequest(id, {
      model,
      prompt: 'the original',
      images: [],
      durationSeconds: seconds,
      width,
      height,
    });
    await this.gateway.database.query(
      `INSERT INTO video_tasks (id, owner, token_id, model, request, sealed_request, status, phase, progress, upstream_model,
         account, upstream_id, deadline_at, finished_at, result)
       VALUES ($1, $2, $3, $4, $5, $6, 'completed', 'completed', 100, 'parity-video', $7, $8, now(), now(), '{}')`,
      [
        id,
        owner,
        NO_TOKEN,
        model,
        JSON.stringify(request),
        sealedRequest,
        accountName({ provider: 'openai', baseUrl: main.url, apiKey: API_KEY }),
        upstreamId,
      ],
    );
    return id;
  }
}
