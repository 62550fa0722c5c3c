// A source as text again: what `parseSource` takes, without who logs in.
import type { PluginSource } from '../source.js';
import { isArchiveAddress, isArchivePath } from './archive.js';
import { withoutLogin } from './clean-text.js';

export function formatSource(source: PluginSource): string {
  switch (source.kind) {
    case 'folder':
      // A slash at the end: without it the path would be read as something else.
      return isArchivePath(source.path) || /#sha256=|\s$/i.test(source.path)
        ? `${source.path}/`
        : source.path;
    case 'git':
      return `${repository(source.url)}${place(source.commit ?? source.ref, source.folder)}`;
    case 'npm': {
      const version = source.version === null ? '' : `@${source.version}`;
      const registry = source.registry === null ? '' : `#registry=${withoutLogin(source.registry)}`;
      return `npm:${source.package}${version}${registry}`;
    }
    case 'archive':
      return `${withoutLogin(source.url)}${source.sha256 === null ? '' : `#sha256=${source.sha256}`}`;
    case 'example':
      return `example:${source.name}`;
    case 'marketplace':
      return `${source.plugin}@${source.marketplace}`;
  }
}

function repository(url: string): string {
  const [, name] =
    /^https:\/\/github\.com\/([A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9_.][\w.-]*)\.git$/.exec(url) ?? [];
  if (name !== undefined && !isArchivePath(name) && !name.endsWith('.git')) return name;
  const plain = withoutLogin(url);
  return isArchiveAddress(plain) ? `git+${plain}` : plain;
}

function place(ref: string | null, folder: string | null): string {
  if (ref === null && folder === null) return '';
  return `#${ref ?? ''}${folder === null ? '' : `:${folder}`}`;
}
