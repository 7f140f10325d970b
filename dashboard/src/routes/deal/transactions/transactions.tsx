export function Transactions() {
  return null
}
