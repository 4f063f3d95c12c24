import { MediaFolderRepository, getMediaFolder, readFolderMarker } from '#media';
import { type Check, type DatabaseCheckInput, fail, ok, warn } from './finding.js';

/** Checks whether all running processes store generated files in the same folder. */
export const checkMediaFolder: Check<DatabaseCheckInput> = {
  name: 'media folder',
  async run({ config: { dataDir, file }, database }) {
    if (file?.media?.store === 's3') return [ok('not used: generated files are in a bucket')];
    const folders = await new MediaFolderRepository(database).findRecent();
    const hosts = folders.map(({ host }) => host).join(', ');
    if (folders.length > 1) {
      return [
        fail(
          `the processes of this gateway use ${folders.length} different folders (on ${hosts}), so files are missing`,
          'Mount one shared folder as media in the data folder of all processes, or set media.store to s3.',
        ),
      ];
    }
    const [folder] = folders;
    if (folder === undefined) return [ok('no process is running')];
    if (folder.id === (await readFolderMarker(getMediaFolder(dataDir)))) {
      return [ok('shared by all processes')];
    }
    return [
      warn(
        `the processes of this gateway use another folder (on ${hosts}) than this command`,
        'This is expected if they run on another machine. Otherwise set the same MODELGATE_DATA_DIR.',
      ),
    ];
  },
};
