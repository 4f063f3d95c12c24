/**
 * Makes a release: sets the version, moves the unreleased changes in CHANGELOG.md under it, commits and tags. Pushing
 * the tag starts .github/workflows/release.yml, which publishes the image and the files.
 *
 *   npm run release -- 0.2.0
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cutRelease } from './release/changelog.mjs';

const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
const PLACES = ['package.json', 'package-lock.json', 'deploy/helm/modelgate/Chart.yaml', 'CHANGELOG.md'];

const [version = ''] = process.argv.slice(2);
try {
  release(version);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function release(version) {
  if (!VERSION.test(version)) throw new Error('Usage: npm run release -- 1.2.3');
  if (git('status', '--porcelain') !== '') throw new Error('Commit or discard your changes first.');
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} exists already.`);
  const date = new Date().toISOString().slice(0, 10);
  change('CHANGELOG.md', (text) => cutRelease(text, version, date));
  change('deploy/helm/modelgate/Chart.yaml', (text) =>
    text
      .replace(/^version: .*$/m, `version: ${version}`)
      .replace(/^appVersion: .*$/m, `appVersion: ${version}`),
  );
  execFileSync('npm', ['version', version, '--no-git-tag-version'], { stdio: 'ignore' });
  git('add', ...PLACES);
  git('commit', '--quiet', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Modelgate ${version}`);
  console.log(`Tagged v${version}. Publish it with: git push origin HEAD v${version}`);
}

function change(path, edit) {
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
