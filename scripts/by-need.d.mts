interface Plugin {
  readonly name: string;
  resolveId(id: string, importer?: string): string | { readonly id: string; readonly external: true } | null;
  load(id: string): string | null;
}
export function ownByNeed(files: Readonly<Record<string, readonly string[]>>): Plugin;
