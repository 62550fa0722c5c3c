import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fetchPinned, fetchSource } from './fetch.js';
import type { FetchableSource } from './order.js';
import { optionsIn, plainEnv, problemOf } from './testing/fetching.js';
import { PLUGIN_TREE, place, treeOf } from './testing/place.js';
import { deadAddress, integrityOf, serveRegistry } from './testing/servers.js';
import { pluginEntries, type TarEntry, tgz } from './testing/tar-writer.js';

const npm = (registry: string | null, version: string | null = null, name = 'guard'): FetchableSource => ({
  kind: 'npm',
  package: name,
  version,
  registry,
});

const packed = (...more: readonly TarEntry[]): Promise<Buffer> =>
  tgz([{ name: 'package/package.json', data: '{"name":"guard"}' }, ...pluginEntries('package/'), ...more]);
const TREE = { ...PLUGIN_TREE, 'package.json': '{"name":"guard"}' };

describe('a package of npm', () => {
  it('is fetched by version and pinned with its integrity; none of its scripts run', async () => {
    const home = place();
    const touched = join(home, 'touched');
    const scripts = Object.fromEntries(
      ['preinstall', 'install', 'postinstall', 'prepare', 'prepack', 'postpack'].map((name) => [
        name,
        `touch ${touched}`,
      ]),
    );
    const manifest = JSON.stringify({ name: '@team/guard', version: '1.0.0', scripts });
    const bytes = await tgz([{ name: 'package/package.json', data: manifest }, ...pluginEntries('package/')]);
    const name = '@team/guard';
    const { url } = await serveRegistry([
      { name, versions: { '1.0.0': bytes, '2.0.0': await packed() }, manifest: { scripts } },
    ]);
    const fetched = await fetchSource(npm(`${url}/`, '^1', name), optionsIn(home));
    const pinned = {
      kind: 'npm',
      package: name,
      version: '1.0.0',
      integrity: integrityOf(bytes),
      registry: `${url}/`,
    };
    expect(fetched.pinned).toEqual(pinned);
    expect(treeOf(fetched.folder)).toEqual({ ...TREE, 'package.json': manifest });
    expect(existsSync(touched)).toBe(false);

    const again = await fetchPinned(fetched.pinned, optionsIn(home));
    expect(again.pinned).toEqual(pinned);
    const other = {
      kind: 'npm',
      package: name,
      version: '2.0.0',
      integrity: integrityOf(bytes),
      registry: `${url}/`,
    } as const;
    await expect(fetchPinned(other, optionsIn(home))).rejects.toMatchObject({ code: 'wrong-checksum' });
  });

  it('comes from the registry npm is set up for, not from one that a project names', async () => {
    const home = place();
    const bytes = await packed();
    const { url } = await serveRegistry([{ name: 'guard', versions: { '1.0.0': bytes } }]);
    writeFileSync(join(home, 'npmrc'), `registry=${url}/\n`);
    writeFileSync(join(home, '.npmrc'), `registry=${await deadAddress()}/\n`);
    writeFileSync(join(home, 'package.json'), '{}');
    const fetched = await fetchSource(npm(null), optionsIn(home));
    expect(fetched.pinned).toMatchObject({ version: '1.0.0', registry: null });
    expect(treeOf(fetched.folder)).toEqual(TREE);
  });

  it('or version that is not there', async () => {
    const { url } = await serveRegistry([{ name: 'guard', versions: { '1.0.0': await packed() } }]);
    const [name, version] = await Promise.all([
      problemOf(npm(url, null, 'nope')),
      problemOf(npm(url, '9.9.9')),
    ]);
    expect(name).toMatchObject({ code: 'not-found', message: expect.stringContaining('no such package') });
    expect(version).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('no such version 9.9.9'),
    });
  });

  it('that is not what the registry promises, is cut, or cannot be reached', async () => {
    const bytes = await packed();
    const { url } = await serveRegistry([
      { name: 'wrong', versions: { '1.0.0': bytes }, integrity: integrityOf(Buffer.from('other')) },
      { name: 'cut', versions: { '1.0.0': bytes }, cut: true },
    ]);
    const [wrong, cut, dead] = await Promise.all([
      problemOf(npm(url, null, 'wrong')),
      problemOf(npm(url, null, 'cut')),
      problemOf(npm(await deadAddress())),
    ]);
    expect(wrong).toMatchObject({ code: 'wrong-checksum' });
    expect(cut.code).toMatch(/unreachable|wrong-checksum/);
    expect(dead).toMatchObject({ code: 'unreachable' });
  });

  it('with a hostile tarball', async () => {
    const { url } = await serveRegistry([
      { name: 'guard', versions: { '1.0.0': await packed({ name: 'package/../../evil', data: 'x' }) } },
    ]);
    expect(await problemOf(npm(url))).toMatchObject({
      code: 'unsafe',
      message: expect.stringContaining('leads out'),
    });
  });

  it('needs npm', async () => {
    const home = place();
    expect(await problemOf(npm(null), { env: { ...plainEnv(home), PATH: home } }, home)).toMatchObject({
      code: 'program-missing',
      message: expect.stringContaining('the program npm'),
      hint: expect.stringContaining('Install Node.js'),
    });
  });

  it.each([
    ['-g', null, null],
    ['../x', null, null],
    ['guard', 'file:../x', null],
    ['guard', '--registry=x', null],
    ['guard', null, 'file:///x'],
  ])('whose source comes from elsewhere is looked at again: %s %s %s', async (name, version, registry) => {
    expect(await problemOf(npm(registry, version, name))).toMatchObject({ code: 'bad-source' });
  });
});
