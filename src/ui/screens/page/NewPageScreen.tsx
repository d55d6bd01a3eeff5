export function NewPageScreen() {
  return null;
}
