interface Plugin {
  readonly name: string;
}
export function builtinsByNeed(names: readonly string[]): Plugin;
export function write(
  input: { readonly input: Readonly<Record<string, string>>; readonly plugins: readonly Plugin[] },
  output: { readonly dir: string },
): Promise<readonly string[]>;
