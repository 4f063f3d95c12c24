import { createMediaStore } from '../../dist/libs/media/src/index.js';
import { renderVideo } from '../../dist/libs/sandbox/src/video/render-video.js';

const SHAPE = [640, 360, 4];
const FRAMES_PER_SECOND = 12;
const MAX_BYTES = 50_000_000;

/** Video files in the media store of the gateway. */
export class VideoFiles {
  shape = SHAPE;
  saved = [];

  constructor({ dataDir, secretBox }) {
    this.store = createMediaStore({
      dataDir,
      secretKeys: () => secretBox.keys.all(),
      publicUrl: () => 'http://localhost',
    });
  }

  /** Stores one file per video, because each is deleted with its video. Only a few of them differ. */
  async prepare(prompts, count) {
    const [width, height, durationSeconds] = SHAPE;
    const videos = [];
    for (const [seed, prompt] of prompts.entries()) {
      videos.push(
        await renderVideo({
          prompt,
          seed,
          width,
          height,
          durationSeconds,
          framesPerSecond: FRAMES_PER_SECOND,
        }),
      );
    }
    for (let index = 0; index < count; index += 1) {
      const { id, extension, sizeBytes } = await this.store.save(videos[index % videos.length], {
        extension: 'mp4',
        maxBytes: MAX_BYTES,
      });
      this.saved.push({ id, extension, sizeBytes, durationSeconds, width, height });
    }
  }

  take() {
    const file = this.saved.pop();
    if (file === undefined) throw new Error('there are more videos than files');
    return file;
  }
}
