import { MediaFolderRepository, getMediaFolder, readFolderMarker } from '#media';
import { type Check, type DatabaseGiven, fail, ok, warn } from './finding.js';

/** Whether all processes that run keep generated files in one folder. */
export const checkMediaFolder: Check<DatabaseGiven> = {
  name: 'media folder',
  async look({ config: { dataDir, file }, database }) {
    if (file?.media?.store === 's3') return [ok('is not used: generated files are in a bucket')];
    const seen = await new MediaFolderRepository(database).findRecent();
    const hosts = seen.map(({ host }) => host).join(', ');
    if (seen.length > 1) {
      return [
        fail(
          `the processes of this gateway use ${seen.length} folders (on ${hosts}): files of one are missing for the others`,
          'Mount one folder for all of them as media in the data folder, or set media.store to s3.',
        ),
      ];
    }
    const [used] = seen;
    if (used === undefined) return [ok('no process uses one now')];
    if (used.id === (await readFolderMarker(getMediaFolder(dataDir)))) {
      return [ok('is shared by all processes')];
    }
    return [
      warn(
        `the processes of this gateway use another folder (on ${hosts}) than this command finds`,
        'That is right where it runs on another machine; else let MODELGATE_DATA_DIR be the same.',
      ),
    ];
  },
};
